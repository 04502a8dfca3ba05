/** The views of inbound orders, and their statuses in words. */
import type { ViewOption } from '../../design/list-page.tsx';
import { StatusInWord, type StatusWords } from '../../design/status.tsx';

type ViewName = 'purchase' | 'transfers' | 'unannounced';

export const inboundViews: readonly [ViewOption<ViewName>, ...ViewOption<ViewName>[]] = [
  { name: 'purchase', label: 'Purchase orders' },
  { name: 'transfers', label: 'Transfers' },
  { name: 'unannounced', label: 'Unannounced' },
];

export const inboundViewOf = (name: ViewName): ViewOption<ViewName> =>
  inboundViews.find((view) => view.name === name) ?? inboundViews[0];

const words: StatusWords = {
  OPEN: ['Open', 'neutral'],
  PICKING: ['Picking', 'info'],
  'IN TRANSIT': ['In transit', 'info'],
  RECEIVING: ['Receiving', 'info'],
  'PARTIALLY RECEIVED': ['Partly received', 'warn'],
  RECEIVED: ['Received', 'good'],
  CLOSED: ['Closed', 'good'],
  CANCELED: ['Canceled', 'neutral'],
};

/** The options of a status filter: statuses of the interface in words. */
export const inboundStatusOptions = (statuses: readonly string[]) =>
  statuses.map((value) => ({ value, label: words[value]?.[0] ?? value }));

export const InboundStatus = ({ status }: { readonly status: string }) => (
  <StatusInWord status={status} words={words} />
);
