/** The status of an order in a word. A held order shows its hold reasons, which show who has to act. */
import { Status, type StatusWords } from '../../design/status.tsx';

const words: StatusWords = {
  RECEIVED: ['Received', 'neutral'],
  'PROCESSING ORDER': ['Processing', 'info'],
  SHIPPED: ['Shipped', 'good'],
  CANCELED: ['Canceled', 'neutral'],
  EXCEPTION: ['Exception', 'bad'],
};

/** Reasons of holds, shorter than on the wire. */
const shortReasons: Readonly<Record<string, string>> = { 'Customer Service': 'Service' };

/** All statuses of held orders, for filters. */
export const heldStatuses: readonly string[] = [
  'ON INV HOLD',
  'ON WINERY REQUESTED HOLD',
  'ON WEATHER HOLD',
  'ON CUSTOMER SERVICE HOLD',
];

export const isHeldStatus = (status: string): boolean => status.startsWith('ON ');

interface OrderStatusProps {
  readonly status: string;
  readonly holdReasons: readonly string[];
}

export function OrderStatus({ status, holdReasons }: OrderStatusProps) {
  const known = words[status];
  if (known !== undefined && holdReasons.length === 0) return <Status tone={known[1]}>{known[0]}</Status>;
  const [first, ...others] = holdReasons.map((reason) => shortReasons[reason] ?? reason);
  if (first === undefined) return <Status tone="warn">{isHeldStatus(status) ? 'Held' : status}</Status>;
  return (
    <Status tone="warn" title={`Held: ${holdReasons.join(', ')}`}>
      Held: {first}
      {others.length > 0 && ` +${others.length}`}
    </Status>
  );
}
