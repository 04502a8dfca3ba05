/** Shows and changes the contents of a location by hand. */

import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { StatusField } from '../../design/code-fields.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { CustomerField } from '../../design/customer-field.tsx';
import { findListed, ReplacementNote, useExpectedVersion } from '../../design/expected-version.tsx';
import { FieldRow, TextField } from '../../design/fields.tsx';
import { formatCount } from '../../design/format.ts';
import { RowActionButton } from '../../design/row-action.tsx';
import { notify, notifyError } from '../../design/toasts.tsx';
import { contentName, usualStatus } from './contents-text.ts';
import type { ListedLocation } from './locations-page.tsx';

type Content = ListedLocation['Contents'][number];

interface ContentsDialogProps {
  readonly location: ListedLocation;
  readonly onClose: () => void;
}

export function ContentsDialog({ location: { Warehouse, Location, Contents }, onClose }: ContentsDialogProps) {
  const [customerNo, setCustomerNo] = useState('');
  const [itemNo, setItemNo] = useState('');
  const [status, setStatus] = useState<string>(usualStatus);
  const [quantity, setQuantity] = useState<number | string>(0);
  /** The content whose removal waits for a second press. */
  const [asked, setAsked] = useState('');
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const shown = Contents.filter((content) => !removed.includes(keyOf(content)));
  const typed = { CustomerNo: customerNo, ItemNo: itemNo.trim(), InventoryStatus: status };
  const isTyped = (content: Content): boolean => keyOf(content) === keyOf(typed);
  const stored = shown.find(isTyped);
  const version = useExpectedVersion(
    stored?.Version ?? '',
    async (signal) => {
      const filters = { Warehouses: [Warehouse], Text: Location };
      const now = await findListed('/api/Locations/List', filters, (row) => row.Location === Location, signal);
      return now?.Contents.find(isTyped) ?? { Version: '' };
    },
    keyOf(typed),
  );
  const run = async (): Promise<void> => {
    const written = { Warehouse, Location, ...typed, Quantity: Number(quantity) };
    await version.send((expected) =>
      call('/api/Locations/SetContent', { ...written, ...(stored?.Version !== '' && expected) }),
    );
    notify(`${contentName({ ItemNo: itemNo.trim(), InventoryStatus: status })} lies in ${Location}.`);
    onClose();
  };
  const remove = (content: Content): void => {
    setAsked(keyOf(content));
    if (asked !== keyOf(content)) return;
    const { CustomerNo, ItemNo, InventoryStatus, Version } = content;
    const key = { Warehouse, Location, CustomerNo, ItemNo, InventoryStatus };
    // Without a version while its quantity is hidden, during a blind count.
    void call('/api/Locations/RemoveContent', { ...key, ...(Version !== '' && { ExpectedVersion: Version }) })
      .then(() => setRemoved((earlier) => [...earlier, keyOf(content)]))
      .catch(notifyError);
  };
  return (
    <Confirm
      title={`Contents of ${Location}`}
      action="Save"
      isDisabled={customerNo === '' || itemNo.trim() === '' || quantity === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>A claim about place, which guides people. It changes no stock. With 0 units the item belongs there.</p>
      {shown.length > 0 && (
        <ul aria-label="Contents">
          {shown.map((content) => (
            <li key={keyOf(content)}>
              {content.Version === '' ? 'Being counted:' : `${formatCount(content.Quantity ?? 0)} ×`}{' '}
              <span className="code">{contentName(content)}</span> of {content.CustomerName}{' '}
              <span className="code quiet">{content.CustomerNo}</span>{' '}
              <RowActionButton
                action={asked === keyOf(content) ? 'Really remove it' : 'Remove'}
                label={`${asked === keyOf(content) ? 'Really remove' : 'Remove'} ${contentName(content)} of ${content.CustomerName} ${content.CustomerNo}`}
                onClick={() => remove(content)}
              />
            </li>
          ))}
        </ul>
      )}
      <CustomerField value={customerNo} onChange={setCustomerNo} hasFocus />
      <FieldRow>
        <TextField label="Item" maxLength={255} autoComplete="off" value={itemNo} onChange={setItemNo} />
        <NumberInput
          label="Units"
          min={0}
          max={1_000_000}
          allowDecimal={false}
          hideControls
          value={quantity}
          onChange={setQuantity}
        />
      </FieldRow>
      <StatusField customerNo={customerNo} value={status} onChange={setStatus} />
      <ReplacementNote version={version} />
    </Confirm>
  );
}

const keyOf = ({ CustomerNo, ItemNo, InventoryStatus }: Pick<Content, 'CustomerNo' | 'ItemNo' | 'InventoryStatus'>) =>
  `${CustomerNo} ${ItemNo} ${InventoryStatus}`;
