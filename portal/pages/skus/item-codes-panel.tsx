/** The codes for scans of an item besides its number and UPC, such as those of cases or of the winery's own labels. */

import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { codeOfScan } from '../../../src/contract/scanned-code.ts';
import { call, type ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { actionsColumn } from '../../design/columns.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useDialog } from '../../design/dialog-state.ts';
import { ReplacementNote, useListedVersion } from '../../design/expected-version.tsx';
import { ExportButton } from '../../design/export-button.tsx';
import { FirstField } from '../../design/fields.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { PlusIcon } from '../../design/icons.tsx';
import { Panel } from '../../design/page.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { notify } from '../../design/toasts.tsx';
import { normalizeTypedCode } from './typed-code.ts';

type ItemCode = ReplyOf<'/api/ItemCodes/List'>['Records'][number];
type Dialog = { readonly kind: 'new' } | { readonly kind: 'remove'; readonly itemCode: ItemCode };

interface ItemCodesProps {
  readonly customerNo: string;
  readonly itemNo: string;
}

/** The most codes of the item that are read. */
const top = 200;

export function ItemCodesPanel({ customerNo, itemNo }: ItemCodesProps) {
  const { isLead } = useOperator();
  const { dialog, open, close } = useDialog<Dialog>();
  const list = useOperation('/api/ItemCodes/List', { Customers: [customerNo], ItemNo: itemNo, Top: top });
  return (
    <Panel
      title="Codes"
      note="that scanners read, besides item number and UPC"
      actions={
        <>
          <ExportButton
            exported={{ list: '/api/ItemCodes/List', filters: { Customers: [customerNo], ItemNo: itemNo } }}
            isDisabled={!list.data?.Records.length}
          />
          {isLead && (
            <Button variant="default" leftSection={<PlusIcon size={16} />} onClick={() => open({ kind: 'new' })}>
              Add code…
            </Button>
          )}
        </>
      }
      flush
    >
      <QueryState query={list}>
        <DataTable
          label="Codes"
          columns={columnsWith(isLead ? (itemCode) => open({ kind: 'remove', itemCode }) : undefined)}
          rows={list.data?.Records}
          rowKey={({ Code }) => Code}
          skeletonRows={1}
          empty={
            <EmptyState title="No other code">
              A case with a barcode of its own needs one: a scan of it then counts all its bottles.
            </EmptyState>
          }
        />
      </QueryState>
      {dialog?.kind === 'new' && (
        <AddCodeDialog customerNo={customerNo} itemNo={itemNo} known={list.data?.Records ?? []} onClose={close} />
      )}
      {dialog?.kind === 'remove' && <RemoveCodeDialog itemCode={dialog.itemCode} onClose={close} />}
    </Panel>
  );
}

function columnsWith(remove: ((itemCode: ItemCode) => void) | undefined): readonly Column<ItemCode>[] {
  const columns: readonly Column<ItemCode>[] = [
    {
      key: 'code',
      header: 'Code',
      priority: 1,
      flexible: true,
      cell: ({ Code }) => <span className="code strong">{Code}</span>,
    },
    { key: 'units', header: 'A scan counts', priority: 1, align: 'end', cell: ({ Units }) => countOf(Units, 'unit') },
  ];
  if (remove === undefined) return columns;
  return [
    ...columns,
    actionsColumn((itemCode) => (
      <RowActionButton action="Remove…" label={`Remove ${itemCode.Code}`} onClick={() => remove(itemCode)} />
    )),
  ];
}

interface AddCodeProps extends ItemCodesProps {
  readonly known: readonly ItemCode[];
  readonly onClose: () => void;
}

function AddCodeDialog({ customerNo, itemNo, known, onClose }: AddCodeProps) {
  const [code, setCode] = useState('');
  // None at first: a second Enter of the scanner (CR and LF) would save it.
  const [units, setUnits] = useState<number | string>('');
  const Code = codeOfScan(code);
  const typed = normalizeTypedCode(Code);
  const isIt = (row: ItemCode): boolean => row.Code === typed;
  const replaced = known.find(isIt);
  const version = useListedVersion(
    replaced,
    '/api/ItemCodes/List',
    { Customers: [customerNo], ItemNo: itemNo },
    isIt,
    typed,
  );
  const run = async (): Promise<void> => {
    const written = { CustomerNo: customerNo, ItemNo: itemNo, Code, Units: Number(units) };
    const saved = await version.send((expected) => call('/api/ItemCodes/Set', { ...written, ...expected }));
    notify(`A scan of ${saved.Code} counts ${countOf(saved.Units, 'unit')}.`);
    onClose();
  };
  return (
    <Confirm
      title="Add code"
      action={replaced ? 'Replace code' : 'Add code'}
      isDisabled={Code === '' || units === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        For scans at every station. A code that the item has already gets this number of units.
        {replaced && ` The item has ${replaced.Code}, of ${countOf(replaced.Units, 'unit')}, which is replaced.`}
      </p>
      <FirstField
        label="Code"
        description="Scan it, or type it as it is printed."
        maxLength={100}
        value={code}
        onChange={setCode}
        onKeyDown={(event) => {
          // A scanner ends its code with Enter, which must not submit: the person still enters the units.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          document.getElementById('units-of-code')?.focus();
        }}
      />
      <NumberInput
        id="units-of-code"
        label="Units that a scan counts"
        description="12 for a case of twelve."
        required
        withAsterisk={false}
        min={1}
        max={10_000}
        allowDecimal={false}
        hideControls
        value={units}
        onChange={setUnits}
      />
      <ReplacementNote version={version} />
    </Confirm>
  );
}

function RemoveCodeDialog({ itemCode, onClose }: { readonly itemCode: ItemCode; readonly onClose: () => void }) {
  const { CustomerNo, ItemNo, Code, Units, Version } = itemCode;
  const run = async (): Promise<void> => {
    await call('/api/ItemCodes/Remove', { CustomerNo, ItemNo, Code, ExpectedVersion: Version });
    notify(`${Code} is removed.`);
    onClose();
  };
  return (
    <Confirm title={`Remove ${Code}`} action="Remove code" isDangerous onConfirm={run} onClose={onClose}>
      <p>Scans of it are refused from now on. What they counted, {formatCount(Units)} at a time, stays counted.</p>
    </Confirm>
  );
}
