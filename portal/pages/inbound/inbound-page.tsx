/** Inbound stock of all wineries: purchase orders, transfers between warehouses, and deliveries that no order announced. */
import { useSearch } from '@tanstack/react-router';
import { ParkedDeliveries } from './parked-deliveries.tsx';
import { PurchaseOrders } from './purchase-orders.tsx';
import { TransferOrders } from './transfer-orders.tsx';

export function InboundPage() {
  const { view } = useSearch({ from: '__root__' });
  if (view === 'transfers') return <TransferOrders />;
  if (view === 'unannounced') return <ParkedDeliveries />;
  return <PurchaseOrders />;
}
