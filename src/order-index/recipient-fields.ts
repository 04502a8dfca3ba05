/** The recipient of an order by fields, as the order page shows it. */
import type { OrderDetails } from '../sales-orders/index.ts';

export function recipientRecord(recipient: OrderDetails['recipient']) {
  const { firstName, lastName, company, address, address2, city, state, zipCode, country, phoneNumber, emailAddress } =
    recipient;
  return {
    FirstName: firstName,
    LastName: lastName,
    Company: company,
    Address: address,
    Address2: address2,
    City: city,
    State: state,
    ZipCode: zipCode,
    Country: country,
    PhoneNumber: phoneNumber,
    EmailAddress: emailAddress,
  };
}
