/** Shows how an order of some bottles is packed by the rules of a warehouse, or by a rule that is being written. */
import { Checkbox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { RequestOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { ChoiceField, FieldRow, TextField } from '../../design/fields.tsx';
import { countOf } from '../../design/format.ts';
import { describeError } from '../../design/states.tsx';
import { formatBoxDimensions } from './shipper-words.ts';
import styles from './shippers.module.css';

interface PackingPreviewProps {
  /** The warehouse. Without it, it is chosen here. */
  readonly warehouse?: string;
  readonly rule?: NonNullable<RequestOf<'/api/PackingRules/Preview'>['Rule']>;
}

const units = [
  { value: '375', label: '375 ml' },
  { value: '750', label: '750 ml' },
  { value: '1500', label: '1.5 L' },
  { value: '3000', label: '3 L' },
  { value: '750-6-W', label: 'Wooden box of 6' },
] as const;

const pauseMs = 300;

export function PackingPreview({ warehouse: given, rule }: PackingPreviewProps) {
  const [warehouse, setWarehouse] = useState('');
  const [count, setCount] = useState('13');
  const [uom, setUom] = useState<string>(unitOfFormat[rule?.Format ?? 'standard']);
  const [icePack, setIcePack] = useState(false);
  const warehouses = useOperation('/api/Warehouses/List', {}, { isEnabled: given === undefined });
  const isComplete = Number(count) >= 1 && Number(count) <= 1000;
  // Compare requests as text, so that an equal request is not sent again.
  const asked = JSON.stringify({
    Warehouse: given ?? warehouse,
    Lines: [{ Uom: uom, Units: Number(count) }],
    IcePack: icePack,
    ...(rule && { Rule: rule }),
  });
  const [settled] = useDebouncedValue(asked, pauseMs);
  const preview = useOperation(
    '/api/PackingRules/Preview',
    JSON.parse(settled) as RequestOf<'/api/PackingRules/Preview'>,
    { isEnabled: isComplete, keepsPrevious: true },
  );
  return (
    <div className={styles.preview}>
      <FieldRow>
        {given === undefined && (
          <ChoiceField
            label="Warehouse"
            options={[
              { value: '', label: 'By the rules for all warehouses' },
              ...(warehouses.data?.Records ?? []).map(({ Warehouse }) => ({ value: Warehouse, label: Warehouse })),
            ]}
            value={warehouse}
            onChange={setWarehouse}
          />
        )}
        <TextField type="number" min={1} max={1000} label="An order of" value={count} onChange={setCount} />
        <ChoiceField label="Bottles" options={units} value={uom} onChange={setUom} />
        <Checkbox
          label="Ice packs"
          className={styles.ice ?? ''}
          checked={icePack}
          onChange={(event) => setIcePack(event.currentTarget.checked)}
        />
      </FieldRow>
      <div aria-live="polite">
        {preview.error ? (
          <p className={styles.fault}>{describeError(preview.error).detail}</p>
        ) : (
          <Packages packages={preview.data?.Records ?? []} />
        )}
      </div>
    </div>
  );
}

const unitOfFormat = { standard: '750', magnum: '1500', large: '3000' } as const;

interface Packed {
  readonly Shipper: string;
  readonly Name: string;
  readonly Units: number;
  readonly WeightLb: number;
  readonly LengthIn: number;
  readonly WidthIn: number;
  readonly HeightIn: number;
  readonly IcePacks: number;
}

/** Equal packages as one line. */
function Packages({ packages }: { readonly packages: readonly Packed[] }) {
  const kinds = Map.groupBy(packages, ({ Shipper, Units, WeightLb }) => `${Shipper} ${Units} ${WeightLb}`);
  return (
    <ul className={styles.packages} aria-label="Packs as">
      {[...kinds].map(([key, same]) => {
        const [first] = same;
        if (first === undefined) return null;
        const { Shipper, Name, Units, WeightLb, IcePacks } = first;
        return (
          <li key={key}>
            <strong>
              {countOf(same.length, 'box', 'boxes')} with {countOf(Units, 'bottle')}
            </strong>{' '}
            <span className="quiet">
              <span className="code">{Shipper}</span> {Name} · {formatBoxDimensions(first)} · {WeightLb} lb
              {IcePacks > 0 && ` · ${IcePacks} ice ${IcePacks === 1 ? 'pack' : 'packs'}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
