/** Questions to the connected carrier: whether it delivers to an address, and when a package arrives. */
import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { DialogError } from '../../design/confirm.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { FieldRow, TextField } from '../../design/fields.tsx';
import { countOf, formatApiDay } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import { useRequestedPreview } from '../../design/preview.ts';
import { EmptyState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { useSubmission } from '../../design/submission.ts';
import styles from './ask-carrier-view.module.css';
import { TransitFrame } from './transit-frame.tsx';

type Verified = ReplyOf<'/api/Carriers/VerifyAddress'>;
type Estimates = ReplyOf<'/api/Carriers/EstimateTransit'>;
type Estimate = Estimates['Records'][number];

export function AskCarrierView() {
  return (
    <TransitFrame view="ask">
      <AddressQuestion />
      <TransitQuestion />
    </TransitFrame>
  );
}

interface QuestionProps {
  readonly title: string;
  readonly action: string;
  readonly isReady: boolean;
  readonly ask: () => Promise<void>;
  readonly fields: ReactNode;
  readonly children: ReactNode;
}

function Question({ title, action, isReady, ask, fields, children }: QuestionProps) {
  const { isRunning, error, run } = useSubmission();
  return (
    <Panel title={title}>
      <form
        className={styles.question}
        onSubmit={(event) => {
          event.preventDefault();
          void run(ask);
        }}
      >
        {fields}
        <div>
          <Button type="submit" loading={isRunning} disabled={!isReady}>
            {action}
          </Button>
        </div>
        {error !== undefined && <DialogError error={error} />}
        {error === undefined && children}
      </form>
    </Panel>
  );
}

function AddressQuestion() {
  const [fields, setFields] = useState({ Street: '', Street2: '', City: '', State: '', ZipCode: '' });
  const { preview: verified, make } = useRequestedPreview<Verified>(JSON.stringify(fields));
  const text = (name: keyof typeof fields, label: string, maxLength = 255) => (
    <TextInput
      label={label}
      autoComplete="off"
      maxLength={maxLength}
      value={fields[name]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setFields((earlier) => ({ ...earlier, [name]: value }));
      }}
    />
  );
  const { Street, City, State, ZipCode } = fields;
  return (
    <Question
      title="Does it deliver there?"
      action="Check the address"
      isReady={Street.trim() !== '' && City.trim() !== '' && State.trim().length >= 2 && ZipCode.trim().length >= 5}
      ask={() => make(() => call('/api/Carriers/VerifyAddress', fields))}
      fields={
        <>
          <FieldRow>
            {text('Street', 'Street')}
            {text('Street2', 'Unit, suite, floor')}
          </FieldRow>
          <FieldRow>
            {text('City', 'City')}
            {text('State', 'State', 30)}
            {text('ZipCode', 'ZIP code', 10)}
          </FieldRow>
        </>
      }
    >
      {verified !== undefined && <VerifiedAddress verified={verified} />}
    </Question>
  );
}

function VerifiedAddress({
  verified: { Deliverable, Residential, Address, Messages },
}: {
  readonly verified: Verified;
}) {
  const lines = [Address.Street, Address.Street2, `${Address.City}, ${Address.State} ${Address.ZipCode}`];
  return (
    <output>
      <Status tone={Deliverable ? 'good' : 'bad'}>
        {Deliverable ? 'It delivers there' : 'It does not deliver there'}
      </Status>
      <p>
        {lines.filter((line) => line !== '').join(', ')}
        {Residential !== undefined && (Residential ? ' · residential' : ' · not residential')}
      </p>
      {Messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </output>
  );
}

const columns: readonly Column<Estimate>[] = [
  {
    key: 'service',
    header: 'Service',
    priority: 1,
    flexible: true,
    cell: ({ ShippingCarrier, ShippingCarrierService }) => (
      <span className="code">
        {ShippingCarrier} {ShippingCarrierService}
      </span>
    ),
  },
  {
    key: 'days',
    header: 'Working days',
    priority: 1,
    align: 'end',
    cell: ({ TransitDays }) => countOf(TransitDays, 'day'),
  },
  {
    key: 'arrives',
    header: 'Arrives',
    priority: 1,
    cell: ({ EstimatedDeliveryDate }) => formatApiDay(EstimatedDeliveryDate),
  },
];

function TransitQuestion() {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [day, setDay] = useState('');
  const request = { From: from.trim(), ToZipCode: to.trim(), ...(day !== '' && { ShipDate: day }) };
  const { preview, make } = useRequestedPreview<Estimates>(JSON.stringify(request));
  const estimates = preview?.Records;
  return (
    <Question
      title="When does it arrive?"
      action="Estimate"
      isReady={from.trim() !== '' && /^\d{5}$/.test(to.trim())}
      ask={() => make(() => call('/api/Carriers/EstimateTransit', request))}
      fields={
        <FieldRow>
          <TextField label="From" placeholder="Warehouse or ZIP code" maxLength={10} value={from} onChange={setFrom} />
          <TextField label="To ZIP code" maxLength={5} value={to} onChange={setTo} />
          <TextField type="date" label="Ships on (today)" value={day} onChange={setDay} />
        </FieldRow>
      }
    >
      {estimates !== undefined && (
        <DataTable
          label="Estimates"
          columns={columns}
          rows={estimates}
          rowKey={({ ShippingCarrier, ShippingCarrierService }) => `${ShippingCarrier} ${ShippingCarrierService}`}
          empty={<EmptyState title="The carriers have no estimate" />}
        />
      )}
    </Question>
  );
}
