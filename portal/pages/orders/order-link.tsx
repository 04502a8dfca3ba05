/** The number of an order, which leads to its page. */
import { Link } from '@tanstack/react-router';
import type { Column } from '../../design/data-table.tsx';

interface LinkedOrder {
  readonly CustomerNo: string;
  readonly TransactionReferenceNumber: string;
  readonly OrderNo: string;
}

export function OrderLink({ CustomerNo, TransactionReferenceNumber, OrderNo }: LinkedOrder) {
  return (
    <Link
      to="/orders/$customerNo/$reference"
      params={{ customerNo: CustomerNo, reference: TransactionReferenceNumber }}
      className="code strong plain broken"
    >
      {OrderNo}
    </Link>
  );
}

export const orderColumn: Column<LinkedOrder> = {
  key: 'order',
  header: 'Order',
  priority: 1,
  cell: (order) => <OrderLink {...order} />,
};
