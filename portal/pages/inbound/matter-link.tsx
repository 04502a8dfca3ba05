/** A link to an exception: an order, a delivery that no order announced, or a package without an owner. */
import { Link } from '@tanstack/react-router';
import { OrderLink } from '../orders/order-link.tsx';

interface LinkedMatter {
  readonly Kind: string;
  readonly CustomerNo: string;
  readonly TransactionReferenceNumber: string;
  readonly OrderNo: string;
}

export function MatterLink({ Kind, ...order }: LinkedMatter) {
  if (Kind === 'Stray') {
    return (
      <Link to="/exceptions" search={{ view: 'deliveries' }} className="strong plain">
        Stray package
      </Link>
    );
  }
  if (Kind !== 'Unannounced') return <OrderLink {...order} />;
  return (
    <Link to="/inbound" search={{ view: 'unannounced', customers: order.CustomerNo }} className="strong plain">
      Delivery
    </Link>
  );
}
