/** Orders and transfers that a change of stock affects. */
import type { ReplyOf } from '../../api/client.ts';
import { statusInWords } from '../../design/format.ts';

type Effects = Pick<ReplyOf<'/api/Inventory/Adjust'>, 'Documents' | 'More'>;

export function AffectedDocuments({ effects: { Documents, More } }: { readonly effects: Effects }) {
  if (Documents.length === 0) return <p>No order is affected.</p>;
  return (
    <>
      <ul aria-label="Affected orders">
        {Documents.map(({ Reference, Kind, Name, Effect }) => (
          <li key={Reference}>
            {statusInWords(Kind)} <strong>{Name}</strong> {Effect}
          </li>
        ))}
      </ul>
      {More && <p>There are more.</p>}
    </>
  );
}
