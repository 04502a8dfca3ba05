/** The carriers, services and account numbers for which an account is used. Without any, it is used for all that it has. */
import { Button, Checkbox, MultiSelect } from '@mantine/core';
import { codeOptions, useCarrierNames } from '../../api/carriers.ts';
import { ChoiceField, TextField } from '../../design/fields.tsx';
import { PlusIcon } from '../../design/icons.tsx';
import type { OfferedCarrier } from './carrier-account.ts';
import styles from './carriers.module.css';

interface OfferedCarriersProps {
  readonly carriers: readonly OfferedCarrier[];
  readonly onChange: (carriers: readonly OfferedCarrier[]) => void;
}

/** Whether a text is empty or has the form of EasyPost's id of an account at a carrier. */
export const isAccountId = (text: string): boolean => /^(ca_[A-Za-z0-9]{1,60})?$/.test(text);

type Code = OfferedCarrier['ShippingCarrier'];
type ServiceCode = OfferedCarrier['Services'][number];

export function OfferedCarriers({ carriers, onChange }: OfferedCarriersProps) {
  const names = useCarrierNames();
  const bought = names.carriers.filter(({ Code }) => !['BSW', 'WIL', 'WILL'].includes(Code));
  const servicesOf = (code: string) =>
    (bought.find(({ Code }) => Code === code)?.Services ?? []).filter(({ Code }) => Code !== 'CALL' && Code !== 'NONE');
  const left = bought.filter(({ Code }) => carriers.every(({ ShippingCarrier }) => ShippingCarrier !== Code));
  const offerAll = (code: string, before: Partial<OfferedCarrier> = {}): OfferedCarrier => ({
    AccountNumber: '',
    ProviderAccountId: '',
    ScanForms: false,
    ...before,
    ShippingCarrier: code as Code,
    Services: servicesOf(code).map(({ Code }) => Code as ServiceCode),
  });
  const change = (at: OfferedCarrier, changed: Partial<OfferedCarrier>): void =>
    onChange(carriers.map((each) => (each === at ? { ...each, ...changed } : each)));
  const [next] = left;
  return (
    <fieldset className={styles.offered}>
      <legend>Carriers{carriers.length === 0 && ': all that the account has'}</legend>
      {carriers.map((each) => {
        const { ShippingCarrier, Services, AccountNumber, ScanForms, ProviderAccountId = '' } = each;
        const name = names.carrierName(ShippingCarrier);
        return (
          <div key={ShippingCarrier} className={styles.carrier}>
            <ChoiceField
              label="Carrier"
              options={codeOptions([...bought.filter(({ Code }) => Code === ShippingCarrier), ...left])}
              value={ShippingCarrier as string}
              onChange={(code) => change(each, offerAll(code, { AccountNumber, ScanForms }))}
            />
            <MultiSelect
              label={`Services of ${name}`}
              data={codeOptions(servicesOf(ShippingCarrier))}
              value={[...Services]}
              onChange={(chosen) => change(each, { Services: chosen as ServiceCode[] })}
              hidePickedOptions
              maxDropdownHeight={220}
            />
            <TextField
              label="Account number"
              maxLength={40}
              autoComplete="off"
              value={AccountNumber}
              onChange={(text) => change(each, { AccountNumber: text })}
            />
            <div className={styles.last}>
              <TextField
                className={styles.account ?? ''}
                label="EasyPost account id"
                description="Where EasyPost has several for it"
                placeholder="ca_…"
                maxLength={63}
                autoComplete="off"
                error={!isAccountId(ProviderAccountId) && 'An id that begins with ca_'}
                value={ProviderAccountId}
                onChange={(text) => change(each, { ProviderAccountId: text.trim() })}
              />
              <Checkbox
                label="Scan forms at the close of day"
                checked={ScanForms}
                onChange={(event) => change(each, { ScanForms: event.currentTarget.checked })}
              />
              <Button
                variant="default"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(carriers.filter((other) => other !== each))}
              >
                Remove
              </Button>
            </div>
          </div>
        );
      })}
      {next && (
        <div>
          <Button
            variant="default"
            leftSection={<PlusIcon size={16} />}
            onClick={() => onChange([...carriers, offerAll(next.Code)])}
          >
            Add a carrier
          </Button>
        </div>
      )}
    </fieldset>
  );
}
