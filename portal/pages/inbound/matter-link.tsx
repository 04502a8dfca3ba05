/** A link to what needs a person: an order, a delivery that no order announced, or a package without an owner. */
import { Link } from '@tanstack/react-router';
import { useOperator } from '../../api/session.ts';
import { OrderLink } from '../orders/order-link.tsx';

interface LinkedMatter {
  readonly Kind: string;
  readonly CustomerNo: string;
  readonly TransactionReferenceNumber: string;
  readonly OrderNo: string;
}

export function NeedsPersonLink({ Kind, ...order }: LinkedMatter) {
  const { Role } = useOperator();
  if (Kind !== 'Stray' && Kind !== 'Unannounced') return <OrderLink {...order} />;
  const name = Kind === 'Stray' ? 'Stray package' : 'Delivery';
  // People of the floor have no page of either.
  if (Role === 'floor') return <span className="strong">{name}</span>;
  if (Kind === 'Stray') {
    return (
      <Link to="/exceptions" search={{ view: 'deliveries' }} className="strong plain">
        {name}
      </Link>
    );
  }
  return (
    <Link to="/inbound" search={{ view: 'unannounced', customers: order.CustomerNo }} className="strong plain">
      {name}
    </Link>
  );
}
