/** Messages about addresses to which FedEx and UPS do not deliver. Pure. */

export const streetsOnlyMessage = 'FedEx and UPS deliver only to street addresses';
export const noMilitaryDeliveryMessage = 'FedEx and UPS do not deliver there';

/** For an address that does not belong to an order. */
export const militaryAddressMessage = `This is a military address: ${noMilitaryDeliveryMessage}.`;
