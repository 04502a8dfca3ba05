/** One item: its attributes, balances and changes. */
import { Button } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReplyOf } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { codeColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { formatCount, formatExact, formatTimestamp } from '../../design/format.ts';
import { LoadingOrErrorPage } from '../../design/loading-or-error-page.tsx';
import { DescriptionList, Page, Panel } from '../../design/page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { TwoColumns } from '../../design/two-columns.tsx';
import { quantityColumn } from '../inventory/balance-columns.tsx';
import { Timeline } from '../order/timeline.tsx';
import { EditSkuDialog } from './edit-sku-dialog.tsx';
import { ItemCodesPanel } from './item-codes-panel.tsx';
import { categoryName, itemStorageName, unitInWords } from './sku-words.ts';

export type SkuReply = ReplyOf<'/api/SKUs/Get'>;
type Balance = SkuReply['Balances'][number];

const balanceKey = ({ Warehouse, InventoryStatus }: Balance): string => `${Warehouse} ${InventoryStatus}`;

const balanceColumns = ({ CustomerNo, ItemNo }: SkuReply): readonly Column<Balance>[] => [
  {
    key: 'warehouse',
    header: 'Whse',
    priority: 1,
    cell: ({ Warehouse, InventoryStatus }) => (
      <Link
        to="/inventory/$customerNo/$itemNo"
        params={{ customerNo: CustomerNo, itemNo: ItemNo }}
        search={{ warehouse: Warehouse, status: InventoryStatus }}
        className="code strong plain"
      >
        {Warehouse}
      </Link>
    ),
  },
  { ...codeColumn('InventoryStatus', 'Status'), flexible: true },
  quantityColumn('On hand', ({ OnHand }) => OnHand),
  quantityColumn('Reserved', ({ Reserved }) => Reserved),
  quantityColumn('Backorder', ({ Backordered }) => Backordered),
  quantityColumn('Incoming', ({ Incoming }) => Incoming),
  quantityColumn('Sellable', ({ Sellable }) => Sellable),
];

const eventNames: Readonly<Record<string, string>> = {
  'sku.created': 'Created',
  'sku.retired': 'Retired',
  'sku.reinstated': 'In use again',
};

export function SkuPage() {
  const { customerNo = '', itemNo = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const { Role } = useOperator();
  const [isEditing, setIsEditing] = useState(false);
  const found = useOperation('/api/SKUs/Get', { CustomerNo: customerNo, ItemNo: itemNo });
  const { data } = found;
  if (data === undefined) return <LoadingOrErrorPage title="SKU" query={found} />;
  const explain = ({ Warehouse, InventoryStatus }: Balance): void => {
    void navigate({
      to: '/inventory/$customerNo/$itemNo',
      params: { customerNo, itemNo },
      search: { warehouse: Warehouse, status: InventoryStatus },
    });
  };
  const timeline = data.Timeline.map((entry) => ({
    ...entry,
    Text: entry.Text || (eventNames[entry.Kind] ?? 'Sent again, unchanged'),
  }));
  return (
    <Page
      title={data.Description || itemNo}
      aside={
        <>
          <span className="code">{itemNo}</span>
          {data.IsRetired && <Status tone="neutral">Retired</Status>}
          {data.HasUnknownVarietal && (
            <Status tone="warn" title={`The varietal “${data.Varietal}” is not on the list.`}>
              Unknown varietal
            </Status>
          )}
          <Link to="/skus" search={{ customers: customerNo }} className="plain">
            {data.CustomerName} <span className="code">{customerNo}</span>
          </Link>
        </>
      }
      actions={
        Role === 'admin' &&
        !data.IsRetired && (
          <Button variant="default" onClick={() => setIsEditing(true)}>
            Change…
          </Button>
        )
      }
    >
      <TwoColumns asideLabel="About this item" aside={<Attributes sku={data} />}>
        <Panel title="Where it is" flush>
          <DataTable
            label="Where it is"
            columns={balanceColumns(data)}
            rows={data.Balances}
            rowKey={balanceKey}
            onOpen={explain}
            empty={
              <EmptyState title="Never in stock">
                {data.Storage === 'service'
                  ? 'No warehouse has had it, and no purchase order announces it.'
                  : 'Its stock is not kept in our warehouses.'}
              </EmptyState>
            }
          />
        </Panel>
        <ItemCodesPanel customerNo={customerNo} itemNo={itemNo} />
        {timeline.length > 0 && <Timeline entries={timeline} />}
      </TwoColumns>
      {isEditing && (
        <EditSkuDialog
          sku={data}
          onClose={() => {
            setIsEditing(false);
            void refreshAll();
          }}
        />
      )}
    </Page>
  );
}

function Attributes({ sku }: { readonly sku: SkuReply }) {
  return (
    <>
      <Panel title="Item">
        <DescriptionList
          isNarrow
          items={[
            { label: 'Category', value: categoryName(sku.ItemCategory) },
            { label: 'Vintage', value: sku.Vintage },
            { label: 'Varietal', value: sku.Varietal },
            { label: 'Appellation', value: sku.Appellation },
            { label: 'Kind', value: sku.Classification },
            { label: 'Alcohol', value: sku.AlcoholByVolume && `${sku.AlcoholByVolume} %` },
            { label: 'Value of a unit', value: `$${sku.Value}` },
            { label: 'UPC', value: sku.UPCCode && <span className="code">{sku.UPCCode}</span> },
          ]}
        />
      </Panel>
      <Panel title="Units">
        <DescriptionList
          isNarrow
          items={[
            { label: 'Unit', value: unitInWords(sku.Uom) },
            {
              label: 'Wholesale case',
              value: sku.UnitsPerCase === undefined ? 'Not sold in cases' : `${formatCount(sku.UnitsPerCase)} units`,
            },
            {
              label: 'Pallet',
              value: sku.CasesPerPallet === undefined ? undefined : `${formatCount(sku.CasesPerPallet)} cases`,
            },
            { label: 'Stored', value: itemStorageName(sku.Storage) },
          ]}
        />
      </Panel>
      <Panel title="Dates">
        <DescriptionList
          isNarrow
          items={[
            {
              label: 'Created',
              value: <span title={formatExact(sku.CreatedAt)}>{formatTimestamp(sku.CreatedAt)}</span>,
            },
            {
              label: 'Retired',
              value: sku.RetiredAt && <span title={formatExact(sku.RetiredAt)}>{formatTimestamp(sku.RetiredAt)}</span>,
            },
          ]}
        />
      </Panel>
      {sku.Comments && (
        <Panel title="Comments">
          <p>{sku.Comments}</p>
        </Panel>
      )}
    </>
  );
}
