/** Opens counts of a whole warehouse, a zone or a winery, and cancels what is left of them. */
import { type ReactNode, useState } from 'react';
import { call, type RequestOf } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { CustomerField } from '../../design/customer-field.tsx';
import { ChoiceField } from '../../design/fields.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { QueryState } from '../../design/states.tsx';
import { notify } from '../../design/toasts.tsx';
import styles from './count-progress-panel.module.css';

interface StockTakeDialogProps {
  readonly warehouse: string;
  readonly zones: readonly string[];
  readonly onClose: () => void;
}

type Scope = Pick<RequestOf<'/api/Counts/OpenWarehouse'>, 'Warehouse' | 'Zone' | 'CustomerNo'>;

const kinds = [
  { value: 'all', label: 'The whole warehouse' },
  { value: 'zone', label: 'A zone' },
  { value: 'customer', label: 'A winery' },
] as const;

/** The scope that a person has chosen; undefined while a zone or winery is missing. */
function useScope({ warehouse, zones }: StockTakeDialogProps): {
  readonly scope: Scope | undefined;
  readonly fields: ReactNode;
} {
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('all');
  const [zone, setZone] = useState(zones[0] ?? '');
  const [customerNo, setCustomerNo] = useState('');
  const isChosen = kind === 'all' || (kind === 'zone' ? zone !== '' : customerNo !== '');
  const scope: Scope = {
    Warehouse: warehouse,
    ...(kind === 'zone' && { Zone: zone }),
    ...(kind === 'customer' && { CustomerNo: customerNo }),
  };
  const options = kinds.filter(({ value }) => value !== 'zone' || zones.length > 0);
  const fields = (
    <>
      <ChoiceField label="What" options={options} value={kind} onChange={setKind} />
      {kind === 'zone' && <ChoiceField label="Zone" options={zones} value={zone} onChange={setZone} />}
      {kind === 'customer' && <CustomerField value={customerNo} onChange={setCustomerNo} />}
    </>
  );
  return { scope: isChosen ? scope : undefined, fields };
}

export function CountWarehouseDialog(props: StockTakeDialogProps) {
  const { warehouse, onClose } = props;
  const { scope, fields } = useScope(props);
  const [opened, setOpened] = useState<{ readonly items: number; readonly of: number }>();
  const request = { ...(scope ?? { Warehouse: warehouse }), Preview: true };
  const isEnabled = scope !== undefined && opened === undefined;
  const preview = useOperation('/api/Counts/OpenWarehouse', request, { isTransient: true, isEnabled });
  const { Items = 0, Places = 0 } = (scope && preview.data) ?? {};
  const open = async (): Promise<void> => {
    if (scope === undefined) return;
    const total = { items: 0, places: 0, refused: 0 };
    let next: string | undefined;
    do {
      setOpened({ items: total.items, of: Items });
      try {
        const page = await call('/api/Counts/OpenWarehouse', { ...scope, ...(next !== undefined && { After: next }) });
        total.items += page.Items;
        total.places += page.Places;
        total.refused += page.Refused;
        next = page.Next;
      } catch (error) {
        // What is open stays open: the next run and its preview have the rest.
        setOpened(undefined);
        throw error;
      }
    } while (next !== undefined);
    const refused =
      total.refused > 0 ? ` ${countOf(total.refused, 'item')} not: their item or status was removed.` : '';
    notify(`${countOf(total.items, 'count')} in ${countOf(total.places, 'place')} opened.${refused}`);
    onClose();
    void refreshAll();
  };
  return (
    <Confirm
      title={`Count ${warehouse}`}
      action={Items > 0 ? `Open ${countOf(Items, 'count')}` : 'Open the counts'}
      isDisabled={scope === undefined || Items === 0}
      onConfirm={open}
      onClose={onClose}
    >
      <p>
        Each item is counted blind, in its bins and in no bin. Until its count ends, people of the floor see no quantity
        of it, and its pick faces are not filled.
      </p>
      {fields}
      {scope !== undefined && opened === undefined && (
        <QueryState query={preview}>
          <p aria-live="polite">
            {Items === 0
              ? 'All of it is being counted already.'
              : `Opens ${countOf(Items, 'count')} in ${countOf(Places, 'place')}.`}
          </p>
        </QueryState>
      )}
      {opened !== undefined && <Progress verb="opened" done={opened.items} of={opened.of} />}
    </Confirm>
  );
}

export function CancelCountsDialog(props: StockTakeDialogProps) {
  const { warehouse, onClose } = props;
  const { scope, fields } = useScope(props);
  const [canceled, setCanceled] = useState<{ readonly counts: number; readonly of: number }>();
  const request = { ...(scope ?? { Warehouse: warehouse }), Preview: true };
  const isEnabled = scope !== undefined && canceled === undefined;
  const preview = useOperation('/api/Counts/CancelWarehouse', request, { isTransient: true, isEnabled });
  const { Left = 0 } = (scope && preview.data) ?? {};
  const cancel = async (): Promise<void> => {
    if (scope === undefined) return;
    let [counts, left] = [0, Left];
    do {
      setCanceled({ counts, of: counts + left });
      try {
        const page = await call('/api/Counts/CancelWarehouse', scope);
        counts += page.Canceled;
        left = page.Canceled === 0 ? 0 : page.Left;
      } catch (error) {
        setCanceled(undefined);
        throw error;
      }
    } while (left > 0);
    notify(`${countOf(counts, 'count')} canceled.`);
    onClose();
    void refreshAll();
  };
  return (
    <Confirm
      title={`Cancel what is left at ${warehouse}`}
      action={Left > 0 ? `Cancel ${countOf(Left, 'count')}` : 'Cancel the counts'}
      isDangerous
      isDisabled={scope === undefined || Left === 0}
      otherwise="Back"
      onConfirm={cancel}
      onClose={onClose}
    >
      <p>Nothing is posted. Differences that wait for approval stay.</p>
      {fields}
      {scope !== undefined && canceled === undefined && (
        <QueryState query={preview}>
          <p aria-live="polite">
            {Left === 0 ? 'Nothing of it is to be counted.' : `Cancels ${countOf(Left, 'open count')}.`}
          </p>
        </QueryState>
      )}
      {canceled !== undefined && <Progress verb="canceled" done={canceled.counts} of={canceled.of} />}
    </Confirm>
  );
}

function Progress({ verb, done, of }: { readonly verb: string; readonly done: number; readonly of: number }) {
  const text = `${formatCount(done)} of ${countOf(of, 'count')} ${verb}`;
  return (
    <p className={styles.progress}>
      <progress value={done} max={Math.max(of, 1)} aria-label={text} />
      <span aria-live="polite">{text}</span>
    </p>
  );
}
