/** To what FedEx and UPS do not deliver, as callers are told. Pure. */

export const streetsOnly = 'FedEx and UPS deliver to street addresses only';
export const noMilitaryDelivery = 'FedEx and UPS do not deliver there';

/** Of an address that was asked about, and belongs to no order yet. */
export const militaryAddress = `This is a military address: ${noMilitaryDelivery}.`;
