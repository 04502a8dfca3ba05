/** Creates a transfer of a winery between two warehouses, or changes an open one. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call, type ReplyOf, type RequestOf } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { StatusField, WarehouseField } from '../../design/code-fields.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { CustomerField } from '../../design/customer-field.tsx';
import { isoDay } from '../../design/format.ts';
import { useInitialValue } from '../../design/initial-value.ts';
import { notify } from '../../design/toasts.tsx';
import { ChangedItems, useOrderItemsVersion } from './changed-items.tsx';
import styles from './order-form.module.css';
import { useOrderForm } from './order-form.tsx';
import { type DraftLine, newDraftLine, OrderLinesEditor } from './order-lines.tsx';

type Found = ReplyOf<'/api/TransferOrders/Get'>;
type Creation = RequestOf<'/api/TransferOrders/Create'>;

interface TransferOrderDialogProps {
  /** Undefined for a new one. */
  readonly order?: Found;
  /** The winery of a new order, if the list is filtered by one. */
  readonly customerNo?: string;
  readonly onClose: () => void;
}

const noContact = { FirstName: '', LastName: '', PhoneNumber: '', EmailAddress: '', SpecialInstruction: '' };

/** The fields of the order, or the defaults of a new one. */
const fieldsOf = (order: Found | undefined) => ({
  CustomerReferenceNo: order?.CustomerReferenceNo ?? '',
  RequestedDate: isoDay(order?.RequestedDate ?? ''),
  TransferFromWarehouse: order?.FromWarehouse ?? '',
  TransferToWarehouse: order?.ToWarehouse ?? '',
  InventoryStatusCode: order?.InventoryStatus ?? 'GOOD-NO-TX',
  TransferToInventoryStatusCode: order?.ToInventoryStatus ?? '',
  ...(order?.Contact ?? noContact),
});

const keyOf = ({ CustomerNo, TransactionReferenceNumber }: Found) => ({ CustomerNo, TransactionReferenceNumber });

const linesOf = (order: Found | undefined): readonly DraftLine[] =>
  order === undefined
    ? [newDraftLine(1)]
    : order.Lines.map(({ Line, ItemNo, Description, Quantity, QuantityUnit, InventoryTaxStatus }) => ({
        id: Line,
        itemNo: ItemNo,
        description: Description,
        quantity: Quantity,
        taxStatus: InventoryTaxStatus,
        unit: QuantityUnit === 'WHOLESALE' ? ('WHOLESALE' as const) : ('RETAIL' as const),
      }));

export function TransferOrderDialog({ order: current, customerNo = '', onClose }: TransferOrderDialogProps) {
  const order = useInitialValue(current);
  const [customer, setCustomer] = useState(order?.CustomerNo ?? customerNo);
  const before = fieldsOf(order);
  const form = useOrderForm('TransferInfo', before, linesOf(order));
  const { changedItems, send } = useOrderItemsVersion(order, (signal) =>
    call('/api/TransferOrders/Get', keyOf(order as Found), signal),
  );
  const { fields, lines, changed, hasNewLines, choice, text } = form;
  const navigate = useNavigate();
  const chooseCustomer = (chosen: string): void => {
    if (chosen === customer) return;
    setCustomer(chosen);
    form.removeItems();
  };
  const ItemsInfo = lines.map(({ itemNo, description, quantity, unit, taxStatus }) => ({
    ItemNo: itemNo,
    ItemDescription: description,
    QuantityUnit: unit,
    ...(quantity !== '' && { ItemQuantity: Number(quantity) }),
    ...(taxStatus !== '' && { InventoryTaxStatus: taxStatus }),
  })) as Creation['ItemsInfo'];
  const create = async (): Promise<void> => {
    const TransferInfo = form.allFields() as unknown as Creation['TransferInfo'];
    const request = { CustomerNo: customer, TransferInfo, ItemsInfo };
    const { TransactionReferenceNumber: reference, IsNew } = await call('/api/TransferOrders/Create', request);
    notify(IsNew ? `Transfer order ${TransferInfo.CustomerReferenceNo} is entered.` : 'It had been entered already.');
    onClose();
    void navigate({ to: '/transfer-orders/$customerNo/$reference', params: { customerNo: customer, reference } });
  };
  const update = async (opened: Found): Promise<void> => {
    await send((ExpectedLinesVersion) =>
      call('/api/TransferOrders/Update', {
        ...keyOf(opened),
        ...(changed.length > 0 && { TransferInfo: form.changedFields() }),
        ...(hasNewLines && { ItemsInfo, ExpectedLinesVersion }),
      }),
    );
    notify(`Transfer order ${opened.TransferOrderNumber} is changed.`);
    onClose();
    void refreshAll();
  };
  return (
    <Confirm
      title={order === undefined ? 'New transfer order' : `Change ${order.TransferOrderNumber}`}
      action={order === undefined ? 'Enter transfer order' : 'Save changes'}
      size={800}
      isDisabled={customer === '' || (order !== undefined && changed.length === 0 && !hasNewLines)}
      onConfirm={() => form.submit(() => (order === undefined ? create() : update(order)))}
      onClose={onClose}
    >
      {order === undefined && (
        <>
          <p>As the winery sends it by CreateTransferOrder: its stock is reserved at the source at once.</p>
          <CustomerField value={customer} onChange={chooseCustomer} hasFocus />
        </>
      )}
      <div className={styles.fields}>
        {order === undefined && text('CustomerReferenceNo', 'Reference of the winery')}
        {form.day('RequestedDate', 'Ships on')}
        {order === undefined && (
          <>
            <WarehouseField label="From" {...choice('TransferFromWarehouse')} />
            <WarehouseField
              label="To"
              {...choice('TransferToWarehouse')}
              {...(fields.TransferToWarehouse !== '' &&
                fields.TransferToWarehouse === fields.TransferFromWarehouse && {
                  error: 'Choose another one than “From”.',
                })}
            />
          </>
        )}
        <StatusField customerNo={customer} {...choice('InventoryStatusCode')} />
        <StatusField
          label="Status on arrival"
          customerNo={customer}
          {...choice('TransferToInventoryStatusCode')}
          {...(before.TransferToInventoryStatusCode === '' && { emptyLabel: 'As it leaves' })}
        />
        {text('FirstName', 'First name of the contact')}
        {text('LastName', 'Last name of the contact')}
        {text('PhoneNumber', 'Phone')}
        {text('EmailAddress', 'E-mail')}
        {form.instructions('SpecialInstruction')}
      </div>
      <OrderLinesEditor customerNo={customer} lines={lines} faults={form.faults} hasUnits onChange={form.setLines} />
      <ChangedItems lines={changedItems} />
    </Confirm>
  );
}
