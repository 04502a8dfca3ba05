/** Descriptions of all statuses (decision 11). Pure. */
import type { PackageStatus } from '../carriers/index.ts';
import type { OrderStatus } from '../sales-orders/index.ts';

/**
 * The descriptions of the statuses of orders and packages where no other applies. An order on hold has that of its
 * leading hold, if it has one.
 */
export const orderAndPackageStatusDescriptions: Readonly<Record<OrderStatus | PackageStatus, string>> = {
  RECEIVED: 'The order was received and is waiting to be processed.',
  'ON INV HOLD': 'The order is waiting for stock.',
  'ON WINERY REQUESTED HOLD': "The order is on hold at the winery's request.",
  'ON WEATHER HOLD': 'The order is on hold because of the weather on its route.',
  'ON CUSTOMER SERVICE HOLD': 'The order is on hold by customer service.',
  'PROCESSING ORDER': 'The warehouse is processing the order; it can no longer be changed.',
  CANCELED: 'The order was canceled.',
  EXCEPTION: 'The carrier reported a problem, such as a failed delivery attempt.',
  'READY TO SHIP': 'The package is packed and waiting for the carrier.',
  'READY FOR PICKUP': 'The package is waiting for the recipient to pick it up.',
  SHIPPED: 'The package has left the warehouse.',
  'IN TRANSIT': 'The package is in transit.',
  DELIVERED: 'The package was delivered.',
  RETURNED: 'The package is being returned.',
  'DELIVERED TO SHIPPER': 'The package was returned to the warehouse.',
  DAMAGED: 'The package was damaged.',
};

/** For an order in EXCEPTION, which is that of a package otherwise. */
export const exceptionOrderDescription =
  'Its stock disappeared in the warehouse: nothing of the order is left to ship. The operator can cancel it.';

/** For a CANCELED package. */
export const canceledPackageDescription =
  'The package was canceled before it shipped. Its contents ship in other packages, or not at all.';

/** For a CANCELED package that people had recorded as left. Its carrier may scan it after that: the operator has an exception then. */
export const lostPackageDescription =
  'The package was canceled because the carrier had not scanned it for days after it was reported as shipped. Its contents are not expected to arrive; to ship them, send a new order.';

/** For a RECEIVED JIT order. */
export const awaitingLabelScanDescription =
  'The order was received and is waiting for its goods: it can be changed until its JIT label is scanned.';

/** For an open JIT order that changed after its label was generated. */
export const newLabelNeededDescription =
  'A new label is needed: the order changed after its label was generated. Call GenerateJitLabel again.';

/** For an order that was completed without a package. */
export const completedOrderDescription = 'The order is complete; it had nothing to ship.';

/** For a SHIPPED order of which all packages were canceled, although people had recorded that they left. */
export const lostOrderDescription =
  'All packages were canceled because the carrier had not scanned them for days, and nothing of the order is expected to arrive. To ship it, send a new order.';
