/** A new transfer of a winery between two warehouses, or other content of an open one. */
import { Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call, type ReplyOf, type RequestOf } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { StatusField, WarehouseField } from '../../design/code-fields.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { CustomerField } from '../../design/customer-field.tsx';
import { useFormFaults } from '../../design/form-faults.ts';
import { isoDay } from '../../design/format.ts';
import { notify } from '../../design/toasts.tsx';
import styles from './order-form.module.css';
import { linesText, newLine, OrderLines } from './order-lines.tsx';

type Found = ReplyOf<'/api/TransferOrders/Get'>;
type Creation = RequestOf<'/api/TransferOrders/Create'>;

interface TransferOrderDialogProps {
  /** Undefined for a new one. */
  readonly order?: Found;
  /** Of a new one, where the list shows one winery. */
  readonly customerNo?: string;
  readonly onClose: () => void;
}

const noContact = { FirstName: '', LastName: '', PhoneNumber: '', EmailAddress: '', SpecialInstruction: '' };

/** The fields as a new order has them, or those of the order. */
const fieldsOf = (order: Found | undefined) => ({
  CustomerReferenceNo: order?.CustomerReferenceNo ?? '',
  RequestedDate: isoDay(order?.RequestedDate ?? ''),
  ...{ TransferFromWarehouse: order?.FromWarehouse ?? '', TransferToWarehouse: order?.ToWarehouse ?? '' },
  InventoryStatusCode: order?.InventoryStatus ?? 'GOOD-NO-TX',
  TransferToInventoryStatusCode: order?.ToInventoryStatus ?? '',
  ...(order?.Contact ?? noContact),
});

type Fields = ReturnType<typeof fieldsOf>;

const linesOf = (order: Found | undefined) =>
  order === undefined
    ? [newLine(1)]
    : order.Lines.map(({ Line, ItemNo, Description, Quantity, QuantityUnit, InventoryTaxStatus }) => ({
        ...{ id: Line, itemNo: ItemNo, description: Description, quantity: Quantity, taxStatus: InventoryTaxStatus },
        unit: QuantityUnit === 'WHOLESALE' ? ('WHOLESALE' as const) : ('RETAIL' as const),
      }));

export function TransferOrderDialog({ order, customerNo = '', onClose }: TransferOrderDialogProps) {
  const [customer, setCustomer] = useState(order?.CustomerNo ?? customerNo);
  const [fields, setFields] = useState(() => fieldsOf(order));
  const [lines, setLines] = useState(() => linesOf(order));
  const faults = useFormFaults();
  const navigate = useNavigate();
  const before = fieldsOf(order);
  const names = Object.keys(fields) as (keyof Fields)[];
  const changed = names.filter((name) => fields[name] !== before[name]);
  const hasNewLines = linesText(lines) !== linesText(linesOf(order));
  const ItemsInfo = lines.map(({ itemNo, description, quantity, unit, taxStatus }) => ({
    ...{ ItemNo: itemNo, ItemDescription: description, QuantityUnit: unit },
    ...(quantity !== '' && { ItemQuantity: Number(quantity) }),
    ...(taxStatus !== '' && { InventoryTaxStatus: taxStatus }),
  })) as Creation['ItemsInfo'];
  const create = async (): Promise<void> => {
    const TransferInfo = Object.fromEntries(
      names.map((name) => [name, fields[name].trim()]),
    ) as unknown as Creation['TransferInfo'];
    const request = { CustomerNo: customer, TransferInfo, ItemsInfo };
    const { TransactionReferenceNumber: reference, IsNew } = await call('/api/TransferOrders/Create', request);
    notify(IsNew ? `Transfer order ${TransferInfo.CustomerReferenceNo} is entered.` : 'It had been entered already.');
    onClose();
    void navigate({ to: '/transfer-orders/$customerNo/$reference', params: { customerNo: customer, reference } });
  };
  const update = async ({ CustomerNo, TransactionReferenceNumber, TransferOrderNumber }: Found): Promise<void> => {
    const TransferInfo = Object.fromEntries(changed.map((name) => [name, fields[name].trim()]));
    await call('/api/TransferOrders/Update', {
      ...{ CustomerNo, TransactionReferenceNumber },
      ...(changed.length > 0 && { TransferInfo }),
      ...(hasNewLines && { ItemsInfo }),
    });
    notify(`Transfer order ${TransferOrderNumber} is changed.`);
    onClose();
    void refreshAll();
  };
  const set = (name: keyof Fields) => (value: string) => {
    setFields((earlier) => ({ ...earlier, [name]: value }));
    faults.changed(`TransferInfo.${name}`);
  };
  const choice = (name: keyof Fields) => ({
    ...{ value: fields[name], onChange: set(name), error: faults.of(`TransferInfo.${name}`) },
  });
  const text = (name: keyof Fields, label: string) => (
    <TextInput
      label={label}
      autoComplete="off"
      maxLength={255}
      value={fields[name]}
      onChange={(event) => set(name)(event.currentTarget.value)}
      error={faults.of(`TransferInfo.${name}`)}
    />
  );
  return (
    <Confirm
      title={order === undefined ? 'New transfer order' : `Change ${order.TransferOrderNumber}`}
      action={order === undefined ? 'Enter transfer order' : 'Save changes'}
      size={800}
      isDisabled={customer === '' || (order !== undefined && changed.length === 0 && !hasNewLines)}
      onConfirm={() =>
        faults.submit(['TransferInfo.', 'ItemsInfo'], () => (order === undefined ? create() : update(order)))
      }
      onClose={onClose}
    >
      {order === undefined && (
        <>
          <p>As the winery sends it by CreateTransferOrder: its stock is reserved at the source at once.</p>
          <CustomerField value={customer} onChange={setCustomer} hasFocus />
        </>
      )}
      <div className={styles.fields}>
        {order === undefined && text('CustomerReferenceNo', 'Reference of the winery')}
        <TextInput
          type="date"
          label="Ships on"
          required
          withAsterisk={false}
          value={fields.RequestedDate}
          onChange={(event) => set('RequestedDate')(event.currentTarget.value)}
          error={faults.of('TransferInfo.RequestedDate')}
        />
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
        <Textarea
          className={styles.all ?? ''}
          label="Instructions"
          rows={2}
          maxLength={1000}
          value={fields.SpecialInstruction}
          onChange={(event) => set('SpecialInstruction')(event.currentTarget.value)}
          error={faults.of('TransferInfo.SpecialInstruction')}
        />
      </div>
      <OrderLines
        customerNo={customer}
        lines={lines}
        faults={faults}
        hasUnits
        onChange={(changes) => setLines([...changes])}
      />
    </Confirm>
  );
}
