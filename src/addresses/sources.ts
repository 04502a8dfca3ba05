/**
 * Which sources an environment has: registered when the program is wired (compose), none by default, so that everything is
 * answered offline. Owns nothing but that list.
 */

import type { Reader } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';
import type { AddressSource } from './address-source.ts';
import type { LocationSource } from './location-source.ts';

export interface CommerceSources {
  readonly locations: readonly LocationSource[];
  readonly addresses: AddressSource | undefined;
}

const none: CommerceSources = { locations: [], addresses: undefined };
const registered = new WeakMap<Environment, CommerceSources>();

/** Adds sources to an environment; what is left out stays as it was. */
export function registerSources(environment: Environment, sources: Partial<CommerceSources>): void {
  registered.set(environment, { ...sourcesOf(environment), ...sources });
}

export function sourcesOf(environment: Environment): CommerceSources {
  return registered.get(environment) ?? none;
}

/** Order types to which a state is closed for a customer, by the operator's standing rules. */
export type ClosedOrderTypes = (reader: Reader, customerNo: string, state: string) => Promise<readonly string[]>;

let closedOrderTypes: ClosedOrderTypes = async () => [];

/** The rules belong to the sales orders, which know addresses; compose introduces them to each other. */
export function registerClosedOrderTypes(ask: ClosedOrderTypes): void {
  closedOrderTypes = ask;
}

export function readClosedOrderTypes(reader: Reader, customerNo: string, state: string): Promise<readonly string[]> {
  return closedOrderTypes(reader, customerNo, state);
}
