/** Creates or changes a carrier rule. An empty condition applies to everything. */
import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { codeOptions, useCarrierNames } from '../../api/carriers.ts';
import { call, type RequestOf } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { ReplacementNote, useListedVersion } from '../../design/expected-version.tsx';
import { ChoiceField, FieldRow } from '../../design/fields.tsx';
import { notify } from '../../design/toasts.tsx';
import { usStateOptions } from '../../design/us-states.ts';
import type { CarrierRule } from './carrier-rules.tsx';
import { usePreview } from './preview.ts';
import { CarrierRuleEffectPreview, isPreviewReady } from './rule-effect.tsx';

type RuleRequest = RequestOf<'/api/CarrierRules/Set'>;

interface CarrierRuleDialogProps {
  readonly rules: readonly CarrierRule[];
  /** Whether the shown rules are the defaults, which the first own rule replaces. */
  readonly isDefault: boolean;
  /** Undefined for a new one. */
  readonly rule?: CarrierRule;
  readonly onClose: () => void;
}

const icePacks = [
  { value: '', label: 'With and without' },
  { value: 'yes', label: 'Only with' },
  { value: 'no', label: 'Only without' },
];

/** The texts of the fields. */
interface Fields {
  readonly rank: string;
  readonly fromMiles: string;
  readonly toMiles: string;
  readonly season: string;
  readonly maxPrice: string;
  readonly maxTransitDays: string;
}

const seasonForm = /^\d\d-\d\d\.\.\d\d-\d\d$/;

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));

export function CarrierRuleDialog({ rules, isDefault, rule, onClose }: CarrierRuleDialogProps) {
  const nextRank = isDefault ? 1 : Math.max(0, ...rules.map(({ Rank }) => Rank)) + 1;
  const [carrier, setCarrier] = useState<string>(rule?.ShippingCarrier ?? 'FEX');
  const names = useCarrierNames();
  // The carriers that a rule may choose.
  const carriers = codeOptions(names.carriers.filter(({ Code }) => !['BSW', 'WIL', 'WILL'].includes(Code)));
  const services = [
    { value: '*', label: 'As requested' },
    ...codeOptions(
      names.services
        .filter(({ Code }) => Code !== 'CALL' && Code !== 'NONE')
        .map(({ Code }) => ({ Code, Name: names.serviceName(carrier, Code) })),
    ),
  ];
  const [service, setService] = useState<string>(rule?.ShippingCarrierService ?? '*');
  const [states, setStates] = useState<string[]>([...(rule?.States ?? [])]);
  const [icePack, setIcePack] = useState(rule?.IcePack === undefined ? '' : rule.IcePack ? 'yes' : 'no');
  const [fields, setFields] = useState<Fields>({
    rank: String(rule?.Rank ?? nextRank),
    fromMiles: textOf(rule?.FromMiles),
    toMiles: textOf(rule?.ToMiles),
    season: rule?.Season ?? '',
    maxPrice: textOf(rule?.MaxPrice),
    maxTransitDays: textOf(rule?.MaxTransitDays),
  });
  const rank = Number(fields.rank);
  const number = (name: string, text: string) => (text === '' ? {} : { [name]: Number(text) });
  const replaced = rule === undefined && !isDefault ? rules.find(({ Rank }) => Rank === rank) : undefined;
  const request = {
    Rank: rank,
    ShippingCarrier: carrier,
    ShippingCarrierService: service,
    ...(states.length > 0 && { States: states }),
    ...(icePack !== '' && { IcePack: icePack === 'yes' }),
    ...number('FromMiles', fields.fromMiles),
    ...number('ToMiles', fields.toMiles),
    ...(fields.season !== '' && { Season: fields.season }),
    ...number('MaxPrice', fields.maxPrice),
    ...number('MaxTransitDays', fields.maxTransitDays),
  } as RuleRequest;
  const isComplete = rank >= 1 && (fields.season === '' || seasonForm.test(fields.season));
  const preview = usePreview('/api/CarrierRules/Set', request, isComplete);
  const version = useListedVersion(rule, '/api/CarrierRules/List', {}, ({ Rank }) => Rank === rank);
  const run = async (): Promise<void> => {
    await version.send((expected) =>
      call('/api/CarrierRules/Set', { ...request, ...(replaced ? { ExpectedVersion: replaced.Version } : expected) }),
    );
    notify(`Rule ${rank} is set.`);
    onClose();
  };
  const field = (name: keyof Fields) => ({
    value: fields[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = event.currentTarget;
      setFields((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <Confirm
      title={rule === undefined ? 'New carrier rule' : `Change rule ${rule.Rank}`}
      action={replaced ? `Replace rule ${rank}` : 'Save rule'}
      size={600}
      isDisabled={!isComplete || !isPreviewReady(preview)}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        Chooses the carrier of orders with “Best available” whose label is bought from then on, within three seconds.
        Labels that exist keep their carrier.
        {isDefault && ' It is the first rule: the defaults no longer apply.'}
        {replaced && ` There is a rule of rank ${rank}, which is replaced.`}
      </p>
      <FieldRow>
        <TextInput type="number" min={1} label="Rank, lowest first" disabled={rule !== undefined} {...field('rank')} />
        <ChoiceField label="Carrier" options={carriers} value={carrier} onChange={setCarrier} />
        <ChoiceField label="Service" options={services} value={service} onChange={setService} />
      </FieldRow>
      <MultiSelect
        label="Only to these states"
        data={usStateOptions}
        value={states}
        onChange={setStates}
        placeholder={states.length === 0 ? 'All states' : ''}
        searchable
        hidePickedOptions
        maxDropdownHeight={220}
      />
      <FieldRow>
        <TextInput type="number" min={0} label="From miles" placeholder="Any" {...field('fromMiles')} />
        <TextInput type="number" min={0} label="Up to miles" placeholder="Any" {...field('toMiles')} />
        <TextInput type="number" min={0} step="any" label="Up to price, $" placeholder="Any" {...field('maxPrice')} />
        <TextInput type="number" min={1} label="Up to transit days" placeholder="Any" {...field('maxTransitDays')} />
      </FieldRow>
      <FieldRow>
        <TextInput label="Season" placeholder="06-01..09-15" {...field('season')} />
        <Select
          label="Ice packs"
          data={icePacks}
          value={icePack}
          onChange={(value) => setIcePack(value ?? '')}
          allowDeselect={false}
        />
      </FieldRow>
      <CarrierRuleEffectPreview preview={preview} isComplete={isComplete} />
      <ReplacementNote version={version} />
    </Confirm>
  );
}
