/** Who asks, in our words (interface: SKU and requestor). */
import type { Requestor as Sent } from '../../contract/requestor.ts';
import type { Requestor } from '../sku.ts';

export function requestorOf(requestor: Sent): Requestor {
  return {
    firstName: requestor.FirstName,
    lastName: requestor.LastName,
    emailAddress: requestor.EmailAddress,
    phoneNumber: requestor.PhoneNumber ?? '',
  };
}
