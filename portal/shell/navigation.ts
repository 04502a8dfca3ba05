/**
 * The pages of the portal: their groups in the sidebar, the roles that may open them, and the letter or digit that goes there after `g`.
 */
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
  CloseOfDayIcon,
  GiftIcon,
  HoldIcon,
  HomeIcon,
  type Icon,
  InboundIcon,
  InspectIcon,
  LocationIcon,
  OrdersIcon,
  PeopleIcon,
  PersonIcon,
  PickIcon,
  ReasonIcon,
  ReceiveIcon,
  ReleaseIcon,
  ReturnIcon,
  RuleIcon,
  ScanIcon,
  ShipperIcon,
  StatusIcon,
  TagIcon,
  TallyIcon,
  TransactionsIcon,
  TruckIcon,
  WarehouseIcon,
  WaveIcon,
  WebhookIcon,
  WineryIcon,
} from '../design/icons.tsx';
import { isTest } from '../environment.ts';

export interface NavigationPage {
  readonly label: string;
  readonly to: string;
  /** Where its records are when their addresses are not below its own. */
  readonly records?: readonly string[];
  readonly icon: Icon;
  /** `g` and this letter or digit open the page. The finder opens every page by its name. */
  readonly letter?: string;
  readonly roles: readonly Role[];
  readonly group?: NavigationGroup;
  /** Other words by which the finder finds the page. */
  readonly keywords?: string;
}

const everybody: readonly Role[] = ['floor', 'lead', 'service', 'admin'];
const floor: readonly Role[] = ['floor', 'lead', 'admin'];
const leads: readonly Role[] = ['lead', 'admin'];
const offices: readonly Role[] = ['lead', 'service', 'admin'];
const service: readonly Role[] = ['service', 'admin'];
const admin: readonly Role[] = ['admin'];

/** The groups of the sidebar, in their order. Pages without one are above them, or elsewhere in the frame. */
export const navigationGroups = ['Orders', 'Floor', 'Stock', 'Inbound', 'Wineries', 'Settings'] as const;
export type NavigationGroup = (typeof navigationGroups)[number];

/** The page of the simulation, in the test environment only. The band links to it. */
const simulation: NavigationPage = {
  label: 'Simulation',
  to: '/simulation',
  icon: ClockIcon,
  letter: 'm',
  roles: service,
  keywords: 'simulate clock test',
};

const navigationPages: readonly NavigationPage[] = [
  { label: 'Overview', to: '/overview', icon: HomeIcon, letter: 'h', roles: everybody, keywords: 'home cutoffs' },
  { label: 'Orders', to: '/orders', icon: OrdersIcon, letter: 'o', roles: everybody, group: 'Orders' },
  { label: 'Holds', to: '/holds', icon: HoldIcon, letter: 'd', roles: offices, group: 'Orders' },
  { label: 'Exceptions', to: '/exceptions', icon: AlertIcon, letter: 'n', roles: offices, group: 'Orders' },
  {
    label: 'Release',
    to: '/release',
    icon: ReleaseIcon,
    letter: 'f',
    roles: leads,
    group: 'Floor',
    keywords: 'schedules',
  },
  { label: 'Waves', to: '/waves', icon: WaveIcon, letter: 'v', roles: floor, group: 'Floor' },
  { label: 'Picking', to: '/pick', icon: PickIcon, letter: 'j', roles: floor, group: 'Floor' },
  { label: 'Packing station', to: '/pack', icon: ScanIcon, letter: 'k', roles: floor, group: 'Floor' },
  {
    label: 'Close of day',
    to: '/close',
    icon: CloseOfDayIcon,
    letter: 'x',
    roles: floor,
    group: 'Floor',
    keywords: 'manifests',
  },
  {
    label: 'Will call',
    to: '/will-call',
    icon: GiftIcon,
    letter: 's',
    roles: floor,
    group: 'Floor',
    keywords: 'pickup',
  },
  {
    label: 'Labels',
    to: '/labels',
    icon: TagIcon,
    roles: everybody,
    group: 'Floor',
    keywords: 'JIT scan carrier bought void',
  },
  { label: 'Receiving', to: '/receive', icon: ReceiveIcon, letter: 'g', roles: floor, group: 'Floor' },
  { label: 'Returns station', to: '/returns-station', icon: InspectIcon, letter: '3', roles: floor, group: 'Floor' },
  {
    label: 'Inventory',
    to: '/inventory',
    icon: BoxIcon,
    letter: 'i',
    roles: everybody,
    group: 'Stock',
    keywords: 'balances',
  },
  {
    label: 'SKUs',
    to: '/skus',
    icon: BottleIcon,
    letter: 'b',
    roles: offices,
    group: 'Stock',
    keywords: 'items codes',
  },
  {
    label: 'Bins',
    to: '/bins',
    icon: BinIcon,
    letter: '1',
    roles: floor,
    group: 'Stock',
    keywords: 'moves replenishment',
  },
  { label: 'Counts', to: '/counts', icon: TallyIcon, letter: '2', roles: floor, group: 'Stock', keywords: 'cycle' },
  { label: 'Locations', to: '/locations', icon: LocationIcon, letter: 'q', roles: leads, group: 'Stock' },
  {
    label: 'Inbound',
    to: '/inbound',
    records: ['/purchase-orders', '/transfer-orders'],
    icon: InboundIcon,
    letter: 'z',
    roles: offices,
    group: 'Inbound',
    keywords: 'purchase transfer orders unannounced',
  },
  {
    label: 'Returns',
    to: '/returns',
    icon: ReturnIcon,
    letter: 'e',
    roles: offices,
    group: 'Inbound',
    keywords: 'RMA',
  },
  {
    label: 'Wineries',
    to: '/customers',
    icon: WineryIcon,
    letter: 'c',
    roles: service,
    group: 'Wineries',
    keywords: 'customers passwords tokens',
  },
  {
    label: 'Activity',
    to: '/activity',
    icon: ChartIcon,
    letter: '4',
    roles: service,
    group: 'Wineries',
    keywords: 'invoices',
  },
  { label: 'Webhooks', to: '/webhooks', icon: WebhookIcon, letter: '5', roles: service, group: 'Wineries' },
  {
    label: 'Transactions',
    to: '/transactions',
    icon: TransactionsIcon,
    letter: 't',
    roles: service,
    group: 'Wineries',
    keywords: 'requests rejected',
  },
  {
    label: 'Rules',
    to: '/rules',
    icon: RuleIcon,
    letter: 'r',
    roles: offices,
    group: 'Settings',
    keywords: 'weather licenses credit carriers',
  },
  { label: 'Warehouses', to: '/warehouses', icon: WarehouseIcon, letter: 'w', roles: offices, group: 'Settings' },
  {
    label: 'Calendars',
    to: '/calendars',
    icon: CalendarIcon,
    letter: 'l',
    roles: offices,
    group: 'Settings',
    keywords: 'cutoffs holidays working days',
  },
  {
    label: 'Transit times',
    to: '/transit',
    icon: ClockIcon,
    roles: offices,
    group: 'Settings',
    keywords: 'carriers days delivery pickup locations address',
  },
  {
    label: 'Statuses',
    to: '/statuses',
    icon: StatusIcon,
    letter: 'u',
    roles: offices,
    group: 'Settings',
    keywords: 'inventory',
  },
  {
    label: 'Carriers',
    to: '/carriers',
    icon: TruckIcon,
    roles: offices,
    group: 'Settings',
    keywords: 'accounts keys labels',
  },
  {
    label: 'Shippers',
    to: '/shippers',
    icon: ShipperIcon,
    roles: offices,
    group: 'Settings',
    keywords: 'boxes packing',
  },
  {
    label: 'Reason codes',
    to: '/reason-codes',
    icon: ReasonIcon,
    roles: offices,
    group: 'Settings',
    keywords: 'adjustments stock',
  },
  {
    label: 'Operators',
    to: '/operators',
    icon: PeopleIcon,
    letter: 'p',
    roles: admin,
    group: 'Settings',
    keywords: 'people',
  },
  {
    label: 'Audit',
    to: '/audit',
    icon: AuditIcon,
    letter: 'a',
    roles: admin,
    group: 'Settings',
    keywords: 'changes log',
  },
  ...(isTest ? [simulation] : []),
  { label: 'Your account', to: '/account', icon: PersonIcon, letter: 'y', roles: everybody, keywords: 'password' },
];

export const navigationPagesOf = (role: Role): readonly NavigationPage[] =>
  navigationPages.filter(({ roles }) => roles.includes(role));

/** Whether a role may open the page at this address. */
export const mayOpen = (address: string, role: Role): boolean =>
  navigationPagesOf(role).some(({ to }) => to === address);

/** The pages whose name or keywords have a word that begins with each word of `text`, those by name first. */
export function pagesNamed(text: string, role: Role): readonly NavigationPage[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const has = (name: string): boolean => words.every((word) => wordsOf(name).some((one) => one.startsWith(word)));
  const found = navigationPagesOf(role).filter(({ label, keywords = '' }) => has(`${label} ${keywords}`));
  return found.sort((a, b) => Number(has(b.label)) - Number(has(a.label)));
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/**
 * The page of the navigation at an address, in any letter case, as the router takes it; for that of a record, the page of the
 * list.
 */
export const navigationPageOf = (pathname: string): NavigationPage | undefined =>
  navigationPages.find(({ to, records = [] }) =>
    [to, ...records].some((address) => `${pathname.toLowerCase()}/`.startsWith(`${address}/`)),
  );
