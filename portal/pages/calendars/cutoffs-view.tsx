/** Cutoffs: the time until which an order for a carrier's service ships on the same day. */

import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type CarrierNames, codeOptions, useCarrierNames } from '../../api/carriers.ts';
import { call, type ReplyOf, type RequestOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { actionsColumn } from '../../design/columns.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useAdminDialog } from '../../design/dialog-state.ts';
import { ReplacementNote, useListedVersion } from '../../design/expected-version.tsx';
import { ExportButton } from '../../design/export-button.tsx';
import { ChoiceField, FieldRow, TextField } from '../../design/fields.tsx';
import { ChoiceFilter } from '../../design/filters.tsx';
import { NewButton } from '../../design/new-button.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { notify } from '../../design/toasts.tsx';
import { CalendarsFrame, cityOf, timeOfDay } from './calendars-frame.tsx';

type Cutoff = ReplyOf<'/api/Calendars/ListCutoffs'>['Records'][number];
type CutoffRequest = RequestOf<'/api/Calendars/SetCutoff'>;

type Dialog =
  | { readonly kind: 'new'; readonly warehouse: string }
  | { readonly kind: 'change' | 'remove'; readonly cutoff: Cutoff };

/** `FedEx Ground` */
const nameOf = (carrier: string, service: string, { carrierLabel, serviceName }: CarrierNames): string =>
  `${carrierLabel(carrier)} ${serviceName(carrier, service)}`;

const cutoffName = ({ ShippingCarrier, ShippingCarrierService }: Cutoff, names: CarrierNames): string =>
  nameOf(ShippingCarrier, ShippingCarrierService, names);

export function CutoffsView() {
  const { warehouse } = useSearch({ from: '__root__' });
  const names = useCarrierNames();
  const { dialog, open, close } = useAdminDialog<Dialog>();
  const warehouses = useOperation('/api/Warehouses/List', {});
  const codes = warehouses.data?.Records.map(({ Warehouse }) => Warehouse);
  const shown = warehouse ?? codes?.[0];
  const timeZone = warehouses.data?.Records.find(({ Warehouse }) => Warehouse === shown)?.TimeZone;
  const list = useOperation(
    '/api/Calendars/ListCutoffs',
    { Warehouse: shown ?? '' },
    { isEnabled: shown !== undefined },
  );
  return (
    <CalendarsFrame
      view="cutoffs"
      actions={
        shown && (
          <>
            <ExportButton
              exported={{ list: '/api/Calendars/ListCutoffs', filters: { Warehouse: shown } }}
              isDisabled={!list.data?.Records.length}
            />
            {open && <NewButton label="New cutoff…" onClick={() => open({ kind: 'new', warehouse: shown })} />}
          </>
        )
      }
    >
      <search className="bar">
        <ChoiceFilter name="warehouse" label="Warehouse" options={codes} unset={shown} />
        <p className="quiet">
          {timeZone && `Times are those of the warehouse, in ${cityOf(timeZone)}. `}Services that are not in the list
          ship until 2:00 PM.
        </p>
      </search>
      <QueryState query={warehouses}>
        <QueryState query={list}>
          <DataTable
            label="Cutoffs"
            columns={columnsWith(names, open)}
            rows={list.data?.Records}
            rowKey={(cutoff) => `${cutoff.Warehouse} ${cutoff.ShippingCarrier} ${cutoff.ShippingCarrierService}`}
            empty={
              <EmptyState title={`${shown} has no cutoffs of its own`}>
                All services ship until 2:00 PM. Set a cutoff where the carrier picks up earlier or later.
              </EmptyState>
            }
          />
        </QueryState>
      </QueryState>
      {dialog?.kind === 'new' && <CutoffDialog warehouse={dialog.warehouse} onClose={close} />}
      {dialog?.kind === 'change' && (
        <CutoffDialog warehouse={dialog.cutoff.Warehouse} cutoff={dialog.cutoff} onClose={close} />
      )}
      {dialog?.kind === 'remove' && <RemoveCutoffDialog cutoff={dialog.cutoff} onClose={close} />}
    </CalendarsFrame>
  );
}

function columnsWith(names: CarrierNames, open: ((dialog: Dialog) => void) | undefined): readonly Column<Cutoff>[] {
  const columns: readonly Column<Cutoff>[] = [
    {
      key: 'carrier',
      header: 'Carrier',
      priority: 1,
      cell: ({ ShippingCarrier: code }) => (
        <span className="strong" title={code}>
          {names.carrierLabel(code)}
        </span>
      ),
    },
    {
      key: 'service',
      header: 'Service',
      priority: 1,
      flexible: true,
      cell: ({ ShippingCarrier, ShippingCarrierService: code }) => (
        <span title={code}>{names.serviceName(ShippingCarrier, code)}</span>
      ),
    },
    { key: 'time', header: 'Ships until', priority: 1, align: 'end', cell: ({ Cutoff: time }) => timeOfDay(time) },
  ];
  if (open === undefined) return columns;
  return [
    ...columns,
    actionsColumn((cutoff) => (
      <>
        <RowActionButton
          action="Change…"
          label={`Change the cutoff of ${cutoffName(cutoff, names)}`}
          onClick={() => open({ kind: 'change', cutoff })}
        />
        <RowActionButton
          action="Remove…"
          label={`Remove the cutoff of ${cutoffName(cutoff, names)}`}
          onClick={() => open({ kind: 'remove', cutoff })}
        />
      </>
    )),
  ];
}

interface CutoffDialogProps {
  readonly warehouse: string;
  /** Undefined for a new one. */
  readonly cutoff?: Cutoff;
  readonly onClose: () => void;
}

function CutoffDialog({ warehouse, cutoff, onClose }: CutoffDialogProps) {
  const names = useCarrierNames();
  const [carrier, setCarrier] = useState<string>(cutoff?.ShippingCarrier ?? 'FEX');
  const [service, setService] = useState<string>(cutoff?.ShippingCarrierService ?? 'GRND');
  const [time, setTime] = useState(cutoff?.Cutoff ?? '14:00');
  const isNew = cutoff === undefined;
  const list = useOperation('/api/Calendars/ListCutoffs', { Warehouse: warehouse }, { isEnabled: isNew });
  const isOfService = (row: Cutoff): boolean =>
    row.ShippingCarrier === carrier && row.ShippingCarrierService === service;
  const replaced = isNew ? list.data?.Records.find(isOfService) : undefined;
  const version = useListedVersion(
    cutoff ?? replaced,
    '/api/Calendars/ListCutoffs',
    { Warehouse: warehouse },
    isOfService,
    `${carrier} ${service}`,
  );
  const run = async (): Promise<void> => {
    const key = { Warehouse: warehouse, ShippingCarrier: carrier, ShippingCarrierService: service };
    await version.send((expected) =>
      call('/api/Calendars/SetCutoff', { ...key, Cutoff: time, ...expected } as CutoffRequest),
    );
    notify(`${nameOf(carrier, service, names)} ships from ${warehouse} until ${timeOfDay(time)}.`);
    onClose();
  };
  return (
    <Confirm
      title={isNew ? `New cutoff of ${warehouse}` : `Cutoff of ${nameOf(carrier, service, names)} at ${warehouse}`}
      action={replaced ? 'Replace cutoff' : 'Save'}
      isDisabled={(isNew && list.data === undefined) || !/^\d\d:\d\d$/.test(time)}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        Orders that are ready after this time ship on the next working day. It applies, within three seconds, to ship
        dates that are decided from then on.
        {replaced && ` There is a cutoff of this service, ${timeOfDay(replaced.Cutoff)}, which is replaced.`}
      </p>
      {isNew && (
        <FieldRow>
          <ChoiceField
            label="Carrier"
            options={codeOptions(names.carriers.filter(({ Code }) => Code !== 'BSW'))}
            value={carrier}
            onChange={setCarrier}
          />
          <ChoiceField
            label="Service"
            options={codeOptions(names.services.filter(({ Code }) => Code !== 'NONE'))}
            value={service}
            onChange={setService}
          />
        </FieldRow>
      )}
      <TextField
        type="time"
        label="Ships until"
        description="In the warehouse’s time zone."
        value={time}
        onChange={setTime}
      />
      <ReplacementNote version={version} />
      {isNew && <QueryState query={list}>{null}</QueryState>}
    </Confirm>
  );
}

function RemoveCutoffDialog({ cutoff, onClose }: { readonly cutoff: Cutoff; readonly onClose: () => void }) {
  const { Warehouse, ShippingCarrier, ShippingCarrierService, Version } = cutoff;
  const name = cutoffName(cutoff, useCarrierNames());
  const run = async (): Promise<void> => {
    await call('/api/Calendars/RemoveCutoff', {
      Warehouse,
      ShippingCarrier,
      ShippingCarrierService,
      ExpectedVersion: Version,
    });
    notify(`${name} ships from ${Warehouse} until 2:00 PM.`);
    onClose();
  };
  return (
    <Confirm
      title={`Remove the cutoff of ${name}`}
      action="Remove cutoff"
      isDangerous
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        It ships from {Warehouse} until 2:00 PM then, instead of {timeOfDay(cutoff.Cutoff)}, within three seconds.
      </p>
    </Confirm>
  );
}
