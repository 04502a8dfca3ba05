/** The pages of the sidebar, by area, with the roles that may open them and the letter that goes there after `g`. */
import type { Role } from '../api/session.ts';
import {
  AlertIcon,
  AuditIcon,
  BinIcon,
  BottleIcon,
  BoxIcon,
  CalendarIcon,
  ChartIcon,
  ClockIcon,
  CloseIcon,
  GiftIcon,
  HoldIcon,
  HomeIcon,
  type Icon,
  InboundIcon,
  LocationIcon,
  OrdersIcon,
  PeopleIcon,
  PersonIcon,
  PickIcon,
  ReceiveIcon,
  ReleaseIcon,
  ReturnIcon,
  RuleIcon,
  ScanIcon,
  TagIcon,
  TallyIcon,
  TransactionsIcon,
  TruckIcon,
  WaveIcon,
  WineryIcon,
} from '../design/icons.tsx';
import { isTest } from '../environment.ts';

export interface Destination {
  readonly label: string;
  readonly to: string;
  readonly icon: Icon;
  /** `g` and this letter open the page. */
  readonly letter: string;
  readonly roles: readonly Role[];
  readonly group: string;
}

const everybody: readonly Role[] = ['floor', 'lead', 'service', 'admin'];
const floor: readonly Role[] = ['floor', 'lead', 'admin'];
const leads: readonly Role[] = ['lead', 'admin'];
const offices: readonly Role[] = ['lead', 'service', 'admin'];
const service: readonly Role[] = ['service', 'admin'];
const admin: readonly Role[] = ['admin'];

/** In the test environment only. */
const simulation: Destination = {
  label: 'Simulation',
  to: '/simulation',
  icon: ClockIcon,
  letter: 'm',
  roles: service,
  group: 'Test environment',
};

export const destinations: readonly Destination[] = [
  { label: 'Overview', to: '/overview', icon: HomeIcon, letter: 'h', roles: everybody, group: 'Work' },
  { label: 'Orders', to: '/orders', icon: OrdersIcon, letter: 'o', roles: everybody, group: 'Work' },
  { label: 'Holds', to: '/holds', icon: HoldIcon, letter: 'd', roles: offices, group: 'Work' },
  { label: 'Exceptions', to: '/exceptions', icon: AlertIcon, letter: 'n', roles: offices, group: 'Work' },
  { label: 'Inventory', to: '/inventory', icon: BoxIcon, letter: 'i', roles: everybody, group: 'Work' },
  { label: 'Inbound', to: '/inbound', icon: InboundIcon, letter: 'z', roles: offices, group: 'Work' },
  { label: 'Returns', to: '/returns', icon: ReturnIcon, letter: 'e', roles: offices, group: 'Work' },
  { label: 'SKUs', to: '/skus', icon: BottleIcon, letter: 'b', roles: offices, group: 'Work' },
  { label: 'Receiving', to: '/receive', icon: ReceiveIcon, letter: 'g', roles: floor, group: 'Floor' },
  { label: 'Returns station', to: '/returns-station', icon: ReturnIcon, letter: '3', roles: floor, group: 'Floor' },
  { label: 'Release', to: '/release', icon: ReleaseIcon, letter: 'f', roles: leads, group: 'Floor' },
  { label: 'Waves', to: '/waves', icon: WaveIcon, letter: 'v', roles: floor, group: 'Floor' },
  { label: 'Picking', to: '/pick', icon: PickIcon, letter: 'j', roles: floor, group: 'Floor' },
  { label: 'Packing station', to: '/pack', icon: ScanIcon, letter: 'k', roles: floor, group: 'Floor' },
  { label: 'Close of day', to: '/close', icon: CloseIcon, letter: 'x', roles: floor, group: 'Floor' },
  { label: 'Will call', to: '/will-call', icon: GiftIcon, letter: 's', roles: floor, group: 'Floor' },
  { label: 'Bins', to: '/bins', icon: BinIcon, letter: '1', roles: floor, group: 'Floor' },
  { label: 'Counts', to: '/counts', icon: TallyIcon, letter: '2', roles: floor, group: 'Floor' },
  { label: 'Customers', to: '/customers', icon: WineryIcon, letter: 'c', roles: service, group: 'Administration' },
  { label: 'Activity', to: '/activity', icon: ChartIcon, letter: '4', roles: service, group: 'Administration' },
  {
    label: 'Transactions',
    to: '/transactions',
    icon: TransactionsIcon,
    letter: 't',
    roles: service,
    group: 'Administration',
  },
  { label: 'Rules', to: '/rules', icon: RuleIcon, letter: 'r', roles: offices, group: 'Administration' },
  { label: 'Warehouses', to: '/warehouses', icon: TruckIcon, letter: 'w', roles: offices, group: 'Administration' },
  { label: 'Locations', to: '/locations', icon: LocationIcon, letter: 'q', roles: leads, group: 'Administration' },
  { label: 'Calendars', to: '/calendars', icon: CalendarIcon, letter: 'l', roles: offices, group: 'Administration' },
  { label: 'Statuses', to: '/statuses', icon: TagIcon, letter: 'u', roles: offices, group: 'Administration' },
  { label: 'Operators', to: '/operators', icon: PeopleIcon, letter: 'p', roles: admin, group: 'Administration' },
  { label: 'Audit', to: '/audit', icon: AuditIcon, letter: 'a', roles: admin, group: 'Administration' },
  ...(isTest ? [simulation] : []),
  { label: 'Your account', to: '/account', icon: PersonIcon, letter: 'y', roles: everybody, group: 'You' },
];

export const destinationsOf = (role: Role): readonly Destination[] =>
  destinations.filter(({ roles }) => roles.includes(role));

/** Whether a role may open the page at this address. */
export const mayOpen = (address: string, role: Role): boolean => destinationsOf(role).some(({ to }) => to === address);
