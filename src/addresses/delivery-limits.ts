/** Messages about addresses to which FedEx and UPS do not deliver. Pure. */

export const streetsOnly = 'FedEx and UPS deliver only to street addresses';
export const noMilitaryDelivery = 'FedEx and UPS do not deliver there';

/** For an address that does not belong to an order. */
export const militaryAddress = `This is a military address: ${noMilitaryDelivery}.`;
