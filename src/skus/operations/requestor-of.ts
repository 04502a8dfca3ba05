/** Maps the requestor of a request to the domain type (interface: SKU and requestor). */
import type { RequestorFields as Sent } from '../../contract/requestor.ts';
import type { SkuRequestor } from '../sku.ts';

export function skuRequestorFromRequest(requestor: Sent): SkuRequestor {
  return {
    firstName: requestor.FirstName,
    lastName: requestor.LastName,
    emailAddress: requestor.EmailAddress,
    phoneNumber: requestor.PhoneNumber ?? '',
  };
}
