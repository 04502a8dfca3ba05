/** A lead opens a blind count of an item in all its places, or of what is recorded in a bin. */
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { StatusField } from '../../design/code-fields.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { CustomerField } from '../../design/customer-field.tsx';
import { ChoiceField, TextField } from '../../design/fields.tsx';
import { countOf } from '../../design/format.ts';
import { ItemField } from '../../design/item-field.tsx';
import { notify } from '../../design/toasts.tsx';

const kinds = [
  { value: 'item', label: 'An item, wherever it is' },
  { value: 'bin', label: 'A bin, with all that lies in it' },
] as const;

interface OpenCountDialogProps {
  readonly warehouse: string;
  readonly onClose: () => void;
}

export function OpenCountDialog({ warehouse, onClose }: OpenCountDialogProps) {
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('item');
  const [customerNo, setCustomerNo] = useState('');
  const [itemNo, setItemNo] = useState('');
  const [status, setStatus] = useState('');
  const [location, setLocation] = useState('');
  const isItem = kind === 'item';
  const open = async (): Promise<void> => {
    const { Items, Places } = await call('/api/Counts/Open', {
      Warehouse: warehouse,
      ...(isItem
        ? { CustomerNo: customerNo, ItemNo: itemNo, ...(status !== '' && { InventoryStatus: status }) }
        : { Location: location.trim() }),
    });
    notify(`${countOf(Items, 'count')} in ${countOf(Places, 'place')}. People find them under Count.`);
    onClose();
    void refreshAll();
  };
  return (
    <Confirm
      title={`New count at ${warehouse}`}
      action="Open the count"
      isDisabled={isItem ? customerNo === '' || itemNo === '' : location.trim() === ''}
      onConfirm={open}
      onClose={onClose}
    >
      <p>People count it blind. What differs is counted again by another person, and comes here to be approved.</p>
      <ChoiceField label="What is counted" options={kinds} value={kind} onChange={setKind} />
      {isItem ? (
        <>
          <CustomerField
            value={customerNo}
            onChange={(chosen) => {
              setCustomerNo(chosen);
              setItemNo('');
              setStatus('');
            }}
          />
          <ItemField label="Item" customerNo={customerNo} value={itemNo} onChange={setItemNo} />
          <StatusField
            customerNo={customerNo}
            value={status}
            onChange={setStatus}
            emptyLabel="Every status that it has"
          />
        </>
      ) : (
        <TextField
          label="Bin"
          placeholder="A-01-02"
          autoComplete="off"
          maxLength={40}
          value={location}
          onChange={setLocation}
        />
      )}
    </Confirm>
  );
}
