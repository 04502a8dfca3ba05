/** The addresses of the portal. Each page is a file of its own that loads when it is first opened or its link is pointed at. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
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

const page = <const Path extends string, Module extends object>(
  path: Path,
  load: () => Promise<Module>,
  name: string & keyof Module,
) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: lazyRouteComponent(load, name) as RouteComponent });

const routeTree = rootRoute.addChildren([
  home,
  signIn,
  page('/overview', () => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
  page('/orders', () => import('./pages/orders/orders-page.tsx'), 'OrdersPage'),
  page('/orders/$customerNo/$reference', () => import('./pages/order/order-page.tsx'), 'OrderPage'),
  page('/holds', () => import('./pages/holds/holds-page.tsx'), 'HoldsPage'),
  page('/inventory', () => import('./pages/inventory/inventory-page.tsx'), 'InventoryPage'),
  page('/inventory/$customerNo/$itemNo', () => import('./pages/inventory/stock-page.tsx'), 'StockPage'),
  page('/returns', () => import('./pages/returns/returns-page.tsx'), 'ReturnsPage'),
  page('/returns/$customerNo/$reference', () => import('./pages/returns/return-page.tsx'), 'ReturnPage'),
  page('/skus', () => import('./pages/skus/skus-page.tsx'), 'SkusPage'),
  page('/skus/$customerNo/$itemNo', () => import('./pages/skus/sku-page.tsx'), 'SkuPage'),
  page('/transactions', () => import('./pages/transactions/transactions-page.tsx'), 'TransactionsPage'),
  page(
    '/transactions/$customerNo/$reference',
    () => import('./pages/transactions/transaction-page.tsx'),
    'TransactionPage',
  ),
  page('/exceptions', () => import('./pages/exceptions/exceptions-page.tsx'), 'ExceptionsPage'),
  page('/release', () => import('./pages/release/release-page.tsx'), 'ReleasePage'),
  page('/waves', () => import('./pages/waves/waves-page.tsx'), 'WavesPage'),
  page('/waves/$wave', () => import('./pages/waves/wave-page.tsx'), 'WavePage'),
  page('/pick', () => import('./pages/pick/pick-page.tsx'), 'PickPage'),
  page('/receive', () => import('./pages/receive/receive-page.tsx'), 'ReceivePage'),
  page('/returns-station', () => import('./pages/returns-station/returns-station-page.tsx'), 'ReturnsStationPage'),
  page('/inbound', () => import('./pages/inbound/inbound-page.tsx'), 'InboundPage'),
  page(
    '/purchase-orders/$customerNo/$reference',
    () => import('./pages/inbound/purchase-order-page.tsx'),
    'PurchaseOrderPage',
  ),
  page(
    '/transfer-orders/$customerNo/$reference',
    () => import('./pages/inbound/transfer-order-page.tsx'),
    'TransferOrderPage',
  ),
  page('/pack', () => import('./pages/pack/pack-page.tsx'), 'PackPage'),
  page('/labels', () => import('./pages/labels/labels-page.tsx'), 'LabelsPage'),
  page('/close', () => import('./pages/close/close-page.tsx'), 'ClosePage'),
  page('/will-call', () => import('./pages/will-call/will-call-page.tsx'), 'WillCallPage'),
  page('/bins', () => import('./pages/bins/bins-page.tsx'), 'BinsPage'),
  page('/counts', () => import('./pages/counts/counts-page.tsx'), 'CountsPage'),
  page('/customers', () => import('./pages/customers/customers-page.tsx'), 'CustomersPage'),
  page('/customers/$customerNo', () => import('./pages/customers/customer-page.tsx'), 'CustomerPage'),
  page('/activity', () => import('./pages/activity/activity-page.tsx'), 'ActivityPage'),
  page('/webhooks', () => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  page('/webhooks/$customerNo/$endpointId', () => import('./pages/webhooks/endpoint-page.tsx'), 'EndpointPage'),
  page('/activity/$customerNo', () => import('./pages/activity/customer-activity-page.tsx'), 'CustomerActivityPage'),
  page('/rules', () => import('./pages/rules/rules-page.tsx'), 'RulesPage'),
  page('/simulation', () => import('./pages/simulation/simulation-page.tsx'), 'SimulationPage'),
  page('/warehouses', () => import('./pages/warehouses/warehouses-page.tsx'), 'WarehousesPage'),
  page('/locations', () => import('./pages/locations/locations-page.tsx'), 'LocationsPage'),
  page('/statuses', () => import('./pages/statuses/statuses-page.tsx'), 'StatusesPage'),
  page('/calendars', () => import('./pages/calendars/calendars-page.tsx'), 'CalendarsPage'),
  page('/transit', () => import('./pages/transit/transit-page.tsx'), 'TransitPage'),
  page('/carriers', () => import('./pages/carriers/carriers-page.tsx'), 'CarriersPage'),
  page('/shippers', () => import('./pages/shippers/shippers-page.tsx'), 'ShippersPage'),
  page('/reason-codes', () => import('./pages/reason-codes/reason-codes-page.tsx'), 'ReasonCodesPage'),
  page('/operators', () => import('./pages/operators/operators-page.tsx'), 'OperatorsPage'),
  page('/audit', () => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
  page('/account', () => import('./pages/account/account-page.tsx'), 'AccountPage'),
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
