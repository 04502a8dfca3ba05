/** The roles in words. */
import type { Role } from '../api/session.ts';

export const roleNames: Readonly<Record<Role, string>> = {
  floor: 'Floor',
  lead: 'Floor lead',
  service: 'Customer service',
  admin: 'Administrator',
};

/** The rights of each role, in words. */
export const roleDescriptions: Readonly<Record<Role, string>> = {
  floor: 'Stations of the floor, in the own warehouses',
  lead: 'Releases, waves, shorts, counts and manifests',
  service: 'Orders, holds and returns; reads wineries',
  admin: 'Everything',
};
