/** Descriptions of all statuses (decision 11). Pure. */
import type { PackageStatus } from '../carriers/index.ts';
import type { OrderStatus } from '../sales-orders/index.ts';

/** Orders on hold show their hold's description; these texts apply when the hold has just ended. */
export const statusDescriptions: Readonly<Record<OrderStatus | PackageStatus, string>> = {
  RECEIVED: 'The order was received and waits to be processed.',
  'ON INV HOLD': 'The order waits for stock.',
  'ON WINERY REQUESTED HOLD': 'The order is held at the request of the winery.',
  'ON WEATHER HOLD': 'The order waits for better weather on its way.',
  'ON CUSTOMER SERVICE HOLD': 'The order is held by customer service.',
  'PROCESSING ORDER': 'The warehouse is working on the order; it can no longer be changed.',
  CANCELED: 'The order was canceled.',
  EXCEPTION: 'Something needs attention: the carrier or the warehouse could not go on as planned.',
  'READY TO SHIP': 'The package is packed and waits for the carrier.',
  'READY FOR PICKUP': 'The package waits for the recipient to pick it up.',
  SHIPPED: 'The package has left the warehouse.',
  'IN TRANSIT': 'The package is on its way.',
  DELIVERED: 'The package was delivered.',
  RETURNED: 'The package is on its way back.',
  'DELIVERED TO SHIPPER': 'The package has come back to the warehouse.',
  DAMAGED: 'The package was damaged.',
};

/** For a CANCELED package of an order that has other packages. */
export const canceledPackageDescription =
  'The package was taken back before it left: what was in it travels in others, or not at all.';

/** For an order that was completed without a package. */
export const completedDescription = 'The order is complete; it had nothing to ship.';
