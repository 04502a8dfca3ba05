/** Creates a purchase order of a winery, or changes an open one. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call, type ReplyOf, type RequestOf } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { StatusField, WarehouseField } from '../../design/code-fields.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { CustomerField } from '../../design/customer-field.tsx';
import { ChoiceField } from '../../design/fields.tsx';
import { isoDay } from '../../design/format.ts';
import { useInitialValue } from '../../design/initial-value.ts';
import { notify } from '../../design/toasts.tsx';
import { ChangedItems, useOrderItemsVersion } from './changed-items.tsx';
import styles from './order-form.module.css';
import { useOrderForm } from './order-form.tsx';
import { type DraftLine, newDraftLine, OrderLinesEditor } from './order-lines.tsx';
import { transports } from './transports.ts';

type Found = ReplyOf<'/api/PurchaseOrders/Get'>;
type Creation = RequestOf<'/api/PurchaseOrders/Create'>;

interface PurchaseOrderDialogProps {
  /** Undefined for a new one. */
  readonly order?: Found;
  /** The winery of a new order, if the list is filtered by one. */
  readonly customerNo?: string;
  readonly onClose: () => void;
}

const noContact = {
  FirstName: '',
  LastName: '',
  Company: '',
  Address: '',
  Address2: '',
  City: '',
  State: '',
  ZipCode: '',
  PhoneNumber: '',
  EmailAddress: '',
  SpecialInstruction: '',
};

/** The fields of the order, or the defaults of a new one. */
const fieldsOf = (order: Found | undefined) => ({
  CustomerReferenceNo: order?.CustomerReferenceNo ?? '',
  ReferenceNo: order?.ReferenceNo ?? '',
  TransportMethod: order?.TransportMethod ?? 'DROPOFF',
  RequestedDate: isoDay(order?.RequestedDate ?? ''),
  ReceiveToLocation: order?.Warehouse ?? '',
  InventoryStatusCode: order?.InventoryStatus ?? 'GOOD-NO-TX',
  ...(order?.Contact ?? noContact),
});

const keyOf = ({ CustomerNo, TransactionReferenceNumber }: Found) => ({ CustomerNo, TransactionReferenceNumber });

const linesOf = (order: Found | undefined): readonly DraftLine[] =>
  order === undefined
    ? [newDraftLine(1)]
    : order.Lines.map(({ Line, ItemNo, Description, Ordered }) => ({
        ...newDraftLine(Line),
        itemNo: ItemNo,
        description: Description,
        quantity: Ordered,
      }));

export function PurchaseOrderDialog({ order: current, customerNo = '', onClose }: PurchaseOrderDialogProps) {
  const order = useInitialValue(current);
  const [customer, setCustomer] = useState(order?.CustomerNo ?? customerNo);
  const form = useOrderForm('OrderInfo', fieldsOf(order), linesOf(order));
  const { changedItems, send } = useOrderItemsVersion(order, (signal) =>
    call('/api/PurchaseOrders/Get', keyOf(order as Found), signal),
  );
  const { fields, lines, changed, hasNewLines, choice, text } = form;
  const navigate = useNavigate();
  const chooseCustomer = (chosen: string): void => {
    if (chosen === customer) return;
    setCustomer(chosen);
    form.removeItems();
  };
  const ItemsInfo = lines.map(({ itemNo, description, quantity }) => ({
    ItemNo: itemNo,
    ItemDescription: description,
    ...(quantity !== '' && { ItemQuantity: Number(quantity) }),
  })) as Creation['ItemsInfo'];
  const create = async (): Promise<void> => {
    const OrderInfo = form.allFields() as unknown as Creation['OrderInfo'];
    const request = { CustomerNo: customer, OrderInfo, ItemsInfo };
    const { TransactionReferenceNumber: reference, IsNew } = await call('/api/PurchaseOrders/Create', request);
    notify(IsNew ? `Purchase order ${OrderInfo.CustomerReferenceNo} is entered.` : 'It had been entered already.');
    onClose();
    void navigate({ to: '/purchase-orders/$customerNo/$reference', params: { customerNo: customer, reference } });
  };
  const update = async (opened: Found): Promise<void> => {
    await send((ExpectedLinesVersion) =>
      call('/api/PurchaseOrders/Update', {
        ...keyOf(opened),
        ...(changed.length > 0 && { OrderInfo: form.changedFields() }),
        ...(hasNewLines && { ItemsInfo, ExpectedLinesVersion }),
      }),
    );
    notify(`Purchase order ${opened.PurchaseOrderNumber} is changed.`);
    onClose();
    void refreshAll();
  };
  return (
    <Confirm
      title={order === undefined ? 'New purchase order' : `Change ${order.PurchaseOrderNumber}`}
      action={order === undefined ? 'Enter purchase order' : 'Save changes'}
      size={800}
      isDisabled={customer === '' || (order !== undefined && changed.length === 0 && !hasNewLines)}
      onConfirm={() => form.submit(() => (order === undefined ? create() : update(order)))}
      onClose={onClose}
    >
      {order === undefined && (
        <>
          <p>As the winery announces it by CreatePurchaseOrder: what is written here is expected from now on.</p>
          <CustomerField value={customer} onChange={chooseCustomer} hasFocus />
        </>
      )}
      <div className={styles.fields}>
        {order === undefined && text('CustomerReferenceNo', 'Reference of the winery')}
        {text('ReferenceNo', 'Pickup reference')}
        {form.day('RequestedDate', 'Due')}
        <WarehouseField {...choice('ReceiveToLocation')} />
        <StatusField customerNo={customer} {...choice('InventoryStatusCode')} />
        <ChoiceField label="Transport" options={transports} {...choice('TransportMethod')} />
        {text('FirstName', 'First name of the contact')}
        {text('LastName', 'Last name of the contact')}
        {text('PhoneNumber', 'Phone')}
        {text('EmailAddress', 'E-mail')}
        {fields.TransportMethod === 'PICKUP' && (
          <>
            {text('Company', 'Company')}
            {text('Address', 'Street')}
            {text('Address2', 'Unit, suite, floor')}
            {text('City', 'City')}
            {text('State', 'State')}
            {text('ZipCode', 'ZIP code')}
          </>
        )}
        {form.instructions('SpecialInstruction')}
      </div>
      <OrderLinesEditor customerNo={customer} lines={lines} faults={form.faults} onChange={form.setLines} />
      <ChangedItems lines={changedItems} />
    </Confirm>
  );
}
