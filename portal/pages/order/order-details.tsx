/** What else the winery sent with an order: gift message, tags, numbers and fields of its own. */
import { formatExact, formatTimestamp } from '../../design/format.ts';
import { DescriptionList, Panel } from '../../design/page.tsx';
import type { OrderReply } from './order-reply.ts';

type Details = NonNullable<OrderReply['Details']>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The winery's own fields in one text: `Engraving: Ana, Marker: 1`; '' for none. */
export const additionalFieldsText = (fields: Readonly<Record<string, unknown>> | undefined): string =>
  Object.entries(fields ?? {})
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join(', ');

export function DetailsPanel({ details }: { readonly details: Details }) {
  const { PONo, OrderSource, OrderDate, Tags, GiftCardMessage, IcePack, Insurance, PickupLocation } = details;
  const items = [
    { label: 'Gift message', value: GiftCardMessage && <span className="lines">{GiftCardMessage}</span> },
    { label: 'Picked up at', value: PickupLocation.join(', ') },
    { label: 'Ice packs', value: IcePack && 'Yes' },
    { label: 'Insurance', value: Insurance && 'Yes' },
    { label: 'Tags', value: Tags.join(', ') },
    { label: 'PO number', value: PONo && <span className="code">{PONo}</span> },
    { label: 'Source', value: OrderSource },
    {
      label: 'Ordered',
      value: OrderDate && <span title={formatExact(OrderDate)}>{formatTimestamp(OrderDate)}</span>,
    },
    { label: 'Other fields', value: additionalFieldsText(details.AdditionalFields) },
  ].filter(({ value }) => value !== '' && value !== false);
  if (items.length === 0) return null;
  return (
    <Panel title="Details">
      <DescriptionList items={items} />
    </Panel>
  );
}
