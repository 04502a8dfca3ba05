/** Creates or changes a packing rule, with a preview of how an order would be packed. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { ReplacementNote, useListedVersion } from '../../design/expected-version.tsx';
import { ChoiceField, FieldRow, TextField } from '../../design/fields.tsx';
import { PlusIcon } from '../../design/icons.tsx';
import { notify } from '../../design/toasts.tsx';
import { PackingPreview } from './packing-preview.tsx';
import {
  type BottleFormat,
  bottleFormatInSentence,
  bottleFormatNames,
  bottleFormatOptions,
  type PackingRule,
  type Shipper,
} from './shipper-words.ts';
import styles from './shippers.module.css';

interface PackingRuleDialogProps {
  readonly rules: readonly PackingRule[];
  /** Undefined for a new rule of a warehouse. */
  readonly rule?: PackingRule;
  readonly onClose: () => void;
}

/** The texts of a step; '' means any size. */
interface WrittenStep {
  readonly id: number;
  readonly upTo: string;
  readonly shipper: string;
}

const written = ({ Steps }: PackingRule): readonly WrittenStep[] =>
  Steps.map(({ UpTo, Shipper }, id) => ({ id, upTo: String(UpTo ?? ''), shipper: Shipper }));

export function PackingRuleDialog({ rules, rule, onClose }: PackingRuleDialogProps) {
  const generalRule = (of: BottleFormat) => rules.find(({ Warehouse, Format }) => Warehouse === '' && Format === of);
  const [warehouse, setWarehouse] = useState(rule?.Warehouse ?? '');
  const [format, setFormat] = useState<BottleFormat>(rule?.Format ?? 'standard');
  const [steps, setSteps] = useState<readonly WrittenStep[]>(() => {
    const from = rule ?? generalRule('standard');
    return from === undefined ? [] : written(from);
  });
  const warehouses = useOperation('/api/Warehouses/List', {}, { isEnabled: rule === undefined });
  const shippers = useOperation('/api/Shippers/List', {}).data?.Records ?? [];
  const isNew = rule === undefined;
  const version = useListedVersion(
    rule,
    '/api/PackingRules/List',
    {},
    (row) => row.Warehouse === warehouse && row.Format === format,
  );
  const isTaken =
    isNew && warehouse !== '' && rules.some(({ Warehouse, Format }) => Warehouse === warehouse && Format === format);
  const Steps = steps.map(({ upTo, shipper }) => ({ ...(upTo !== '' && { UpTo: Number(upTo) }), Shipper: shipper }));
  const isComplete = steps.length > 0 && steps.every(({ shipper }) => shipper !== '') && (!isNew || warehouse !== '');
  const change = (id: number, changed: Partial<WrittenStep>): void =>
    setSteps(steps.map((step) => (step.id === id ? { ...step, ...changed } : step)));
  const addStep = (): void =>
    setSteps([...steps, { id: Math.max(0, ...steps.map(({ id }) => id)) + 1, upTo: '', shipper: '' }]);
  const run = async (): Promise<void> => {
    const written = { Warehouse: warehouse, Format: format, Steps };
    await version.send((expected) => call('/api/PackingRules/Set', { ...written, ...expected }));
    notify(`The rule of ${warehouse || 'all warehouses'} for ${bottleFormatInSentence(format)} is set.`);
    onClose();
  };
  return (
    <Confirm
      title={isNew ? 'Packing rule of a warehouse' : `${bottleFormatNames[format]} in ${warehouse || 'all warehouses'}`}
      action="Save rule"
      size={600}
      isDisabled={!isComplete || isTaken}
      onConfirm={run}
      onClose={onClose}
    >
      <p>Applies to orders that are packed from then on, within three seconds. Labels that exist stay as they are.</p>
      {isNew && (
        <FieldRow>
          <ChoiceField
            label="Warehouse"
            options={(warehouses.data?.Records ?? []).map(({ Warehouse }) => Warehouse)}
            value={warehouse}
            onChange={setWarehouse}
          />
          <ChoiceField
            label="For"
            options={bottleFormatOptions}
            value={format}
            onChange={(chosen) => {
              setFormat(chosen);
              const from = generalRule(chosen);
              if (from !== undefined) setSteps(written(from));
            }}
          />
        </FieldRow>
      )}
      {isTaken && <p role="alert">{warehouse} has this rule. Change it in the list.</p>}
      <ol className={styles.steps}>
        {steps.map(({ id, upTo, shipper }, nth) => (
          <li key={id}>
            <TextField
              type="number"
              min={1}
              max={48}
              label={`Up to, step ${nth + 1}`}
              placeholder={format === 'large' ? 'Any size' : ''}
              value={upTo}
              onChange={(text) => change(id, { upTo: text })}
            />
            <ChoiceField
              label={`Shipper, step ${nth + 1}`}
              options={optionsOf(shippers, format)}
              value={shipper}
              onChange={(chosen) => change(id, { shipper: chosen })}
            />
            <Button
              variant="default"
              aria-label={`Remove step ${nth + 1}`}
              disabled={steps.length === 1}
              onClick={() => setSteps(steps.filter((step) => step.id !== id))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
      <div>
        <Button variant="default" leftSection={<PlusIcon size={16} />} onClick={addStep}>
          Add a step
        </Button>
      </div>
      <PackingPreview warehouse={warehouse} {...(isComplete && { rule: { Format: format, Steps } })} />
      <ReplacementNote version={version} />
    </Confirm>
  );
}

const optionsOf = (shippers: readonly Shipper[], format: BottleFormat) =>
  shippers
    .filter(({ Format, InUse }) => Format === format && InUse)
    .map(({ Shipper, Name }) => ({ value: Shipper, label: `${Name} (${Shipper})` }));
