/** Carrier and service of an order or package: `UPS 2nd Day Air`. */
import { useCarrierNames } from '../api/carriers.ts';

export function CarrierServiceDisplay({ carrier, service }: { readonly carrier: string; readonly service: string }) {
  const { carrierName, addedServiceName } = useCarrierNames();
  return (
    <span title={`${carrier} ${service}`}>
      {carrierName(carrier)} <span className="quiet">{addedServiceName(carrier, service)}</span>
    </span>
  );
}
