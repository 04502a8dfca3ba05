/** The addresses of the portal. Each page is a file of its own that loads when it is first opened or its link is pointed at. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { portalBase } from './environment.ts';
import { FailedPage } from './pages/failed-page.tsx';
import { NotFoundPage } from './pages/not-found.tsx';
import { parseSearch, type SearchParams, stringifySearch } from './search-params.ts';
import { Frame } from './shell/frame.tsx';

const rootRoute = createRootRoute({
  component: Frame,
  notFoundComponent: NotFoundPage,
  // Every page reads its own parameters and ignores others.
  validateSearch: (search: Record<string, unknown>): SearchParams => search as SearchParams,
});

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/overview', replace: true });
  },
});

/** The sign-in has no address of its own; people type one, or have kept it. */
const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

const account = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
});

const overview = createRoute({
  getParentRoute: () => rootRoute,
  path: '/overview',
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const orders = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders',
  component: lazyRouteComponent(() => import('./pages/orders/orders-page.tsx'), 'OrdersPage'),
});

const order = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/$customerNo/$reference',
  component: lazyRouteComponent(() => import('./pages/order/order-page.tsx'), 'OrderPage'),
});

const holds = createRoute({
  getParentRoute: () => rootRoute,
  path: '/holds',
  component: lazyRouteComponent(() => import('./pages/holds/holds-page.tsx'), 'HoldsPage'),
});

const inventory = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inventory',
  component: lazyRouteComponent(() => import('./pages/inventory/inventory-page.tsx'), 'InventoryPage'),
});

const stock = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inventory/$customerNo/$itemNo',
  component: lazyRouteComponent(() => import('./pages/inventory/stock-page.tsx'), 'StockPage'),
});

const returns = createRoute({
  getParentRoute: () => rootRoute,
  path: '/returns',
  component: lazyRouteComponent(() => import('./pages/returns/returns-page.tsx'), 'ReturnsPage'),
});

const returned = createRoute({
  getParentRoute: () => rootRoute,
  path: '/returns/$customerNo/$reference',
  component: lazyRouteComponent(() => import('./pages/returns/return-page.tsx'), 'ReturnPage'),
});

const skus = createRoute({
  getParentRoute: () => rootRoute,
  path: '/skus',
  component: lazyRouteComponent(() => import('./pages/skus/skus-page.tsx'), 'SkusPage'),
});

const sku = createRoute({
  getParentRoute: () => rootRoute,
  path: '/skus/$customerNo/$itemNo',
  component: lazyRouteComponent(() => import('./pages/skus/sku-page.tsx'), 'SkuPage'),
});

const transactions = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transactions',
  component: lazyRouteComponent(() => import('./pages/transactions/transactions-page.tsx'), 'TransactionsPage'),
});

const transaction = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transactions/$customerNo/$reference',
  component: lazyRouteComponent(() => import('./pages/transactions/transaction-page.tsx'), 'TransactionPage'),
});

const release = createRoute({
  getParentRoute: () => rootRoute,
  path: '/release',
  component: lazyRouteComponent(() => import('./pages/release/release-page.tsx'), 'ReleasePage'),
});

const waves = createRoute({
  getParentRoute: () => rootRoute,
  path: '/waves',
  component: lazyRouteComponent(() => import('./pages/waves/waves-page.tsx'), 'WavesPage'),
});

const wave = createRoute({
  getParentRoute: () => rootRoute,
  path: '/waves/$wave',
  component: lazyRouteComponent(() => import('./pages/waves/wave-page.tsx'), 'WavePage'),
});

const labels = createRoute({
  getParentRoute: () => rootRoute,
  path: '/labels',
  component: lazyRouteComponent(() => import('./pages/labels/labels-page.tsx'), 'LabelsPage'),
});

const closeOfDay = createRoute({
  getParentRoute: () => rootRoute,
  path: '/close',
  component: lazyRouteComponent(() => import('./pages/close/close-page.tsx'), 'ClosePage'),
});

const willCall = createRoute({
  getParentRoute: () => rootRoute,
  path: '/will-call',
  component: lazyRouteComponent(() => import('./pages/will-call/will-call-page.tsx'), 'WillCallPage'),
});

const pack = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pack',
  component: lazyRouteComponent(() => import('./pages/pack/pack-page.tsx'), 'PackPage'),
});

const pick = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pick',
  component: lazyRouteComponent(() => import('./pages/pick/pick-page.tsx'), 'PickPage'),
});

const returnsStation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/returns-station',
  component: lazyRouteComponent(() => import('./pages/returns-station/returns-station-page.tsx'), 'ReturnsStationPage'),
});

const receive = createRoute({
  getParentRoute: () => rootRoute,
  path: '/receive',
  component: lazyRouteComponent(() => import('./pages/receive/receive-page.tsx'), 'ReceivePage'),
});

const inbound = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbound',
  component: lazyRouteComponent(() => import('./pages/inbound/inbound-page.tsx'), 'InboundPage'),
});

const purchaseOrder = createRoute({
  getParentRoute: () => rootRoute,
  path: '/purchase-orders/$customerNo/$reference',
  component: lazyRouteComponent(() => import('./pages/inbound/purchase-order-page.tsx'), 'PurchaseOrderPage'),
});

const transferOrder = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transfer-orders/$customerNo/$reference',
  component: lazyRouteComponent(() => import('./pages/inbound/transfer-order-page.tsx'), 'TransferOrderPage'),
});

const bins = createRoute({
  getParentRoute: () => rootRoute,
  path: '/bins',
  component: lazyRouteComponent(() => import('./pages/bins/bins-page.tsx'), 'BinsPage'),
});

const counts = createRoute({
  getParentRoute: () => rootRoute,
  path: '/counts',
  component: lazyRouteComponent(() => import('./pages/counts/counts-page.tsx'), 'CountsPage'),
});

const locations = createRoute({
  getParentRoute: () => rootRoute,
  path: '/locations',
  component: lazyRouteComponent(() => import('./pages/locations/locations-page.tsx'), 'LocationsPage'),
});

const exceptions = createRoute({
  getParentRoute: () => rootRoute,
  path: '/exceptions',
  component: lazyRouteComponent(() => import('./pages/exceptions/exceptions-page.tsx'), 'ExceptionsPage'),
});

const customers = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers',
  component: lazyRouteComponent(() => import('./pages/customers/customers-page.tsx'), 'CustomersPage'),
});

const customer = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customers/$customerNo',
  component: lazyRouteComponent(() => import('./pages/customers/customer-page.tsx'), 'CustomerPage'),
});

const activity = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activity',
  component: lazyRouteComponent(() => import('./pages/activity/activity-page.tsx'), 'ActivityPage'),
});

const customerActivity = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activity/$customerNo',
  component: lazyRouteComponent(() => import('./pages/activity/customer-activity-page.tsx'), 'CustomerActivityPage'),
});

const webhooks = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$customerNo/$endpointId',
  component: lazyRouteComponent(() => import('./pages/webhooks/endpoint-page.tsx'), 'EndpointPage'),
});

const rules = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules',
  component: lazyRouteComponent(() => import('./pages/rules/rules-page.tsx'), 'RulesPage'),
});

const simulation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/simulation',
  component: lazyRouteComponent(() => import('./pages/simulation/simulation-page.tsx'), 'SimulationPage'),
});

const warehouses = createRoute({
  getParentRoute: () => rootRoute,
  path: '/warehouses',
  component: lazyRouteComponent(() => import('./pages/warehouses/warehouses-page.tsx'), 'WarehousesPage'),
});

const statuses = createRoute({
  getParentRoute: () => rootRoute,
  path: '/statuses',
  component: lazyRouteComponent(() => import('./pages/statuses/statuses-page.tsx'), 'StatusesPage'),
});

const calendars = createRoute({
  getParentRoute: () => rootRoute,
  path: '/calendars',
  component: lazyRouteComponent(() => import('./pages/calendars/calendars-page.tsx'), 'CalendarsPage'),
});

const carriers = createRoute({
  getParentRoute: () => rootRoute,
  path: '/carriers',
  component: lazyRouteComponent(() => import('./pages/carriers/carriers-page.tsx'), 'CarriersPage'),
});

const shippers = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shippers',
  component: lazyRouteComponent(() => import('./pages/shippers/shippers-page.tsx'), 'ShippersPage'),
});

const reasonCodes = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reason-codes',
  component: lazyRouteComponent(() => import('./pages/reason-codes/reason-codes-page.tsx'), 'ReasonCodesPage'),
});

const transit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transit',
  component: lazyRouteComponent(() => import('./pages/transit/transit-page.tsx'), 'TransitPage'),
});

const operators = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operators',
  component: lazyRouteComponent(() => import('./pages/operators/operators-page.tsx'), 'OperatorsPage'),
});

const audit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  component: lazyRouteComponent(() => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
});

const routeTree = rootRoute.addChildren([
  home,
  signIn,
  overview,
  orders,
  order,
  holds,
  inventory,
  stock,
  returns,
  returned,
  skus,
  sku,
  transactions,
  transaction,
  exceptions,
  release,
  waves,
  wave,
  pick,
  receive,
  returnsStation,
  inbound,
  purchaseOrder,
  transferOrder,
  pack,
  labels,
  closeOfDay,
  willCall,
  bins,
  counts,
  customers,
  customer,
  activity,
  webhooks,
  webhook,
  customerActivity,
  rules,
  simulation,
  warehouses,
  locations,
  statuses,
  calendars,
  transit,
  carriers,
  shippers,
  reasonCodes,
  operators,
  audit,
  account,
]);

export const router = createRouter({
  routeTree,
  basepath: portalBase,
  parseSearch,
  stringifySearch,
  defaultErrorComponent: FailedPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Another record gets a new page: open dialogs and their contents belong to one record.
  defaultRemountDeps: ({ params }) => params,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
