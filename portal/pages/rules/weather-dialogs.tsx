/** Opens a weather window, or closes one. Both say first how many open orders are held or released. */

import { Checkbox, MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { useCarrierNames } from '../../api/carriers.ts';
import { call, type RequestOf } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { CustomerField } from '../../design/customer-field.tsx';
import { FieldRow, TextField } from '../../design/fields.tsx';
import { maxHoldTextLength } from '../../design/hold-text.ts';
import { notify } from '../../design/toasts.tsx';
import { usStateOptions } from '../../design/us-states.ts';
import { usePreview } from './preview.ts';
import { appliedEffectInWords, isPreviewReady, ordersInWorkText, RuleEffectPreview } from './rule-effect.tsx';
import {
  exemptOptions,
  type WeatherWindow,
  weatherPeriodInWords,
  weatherPlacesInWords,
  wineryOrAllText,
  wireDate,
} from './rule-records.ts';

type WeatherRequest = RequestOf<'/api/Rules/SetWeather'>;

interface CloseProps {
  readonly onClose: () => void;
}

export function OpenWeatherWindowDialog({ onClose }: CloseProps) {
  const names = useCarrierNames();
  const [customerNo, setCustomerNo] = useState('');
  const [states, setStates] = useState<string[]>([]);
  const [zips, setZips] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [exempt, setExempt] = useState<string[]>([]);
  const [icePackExempt, setIcePackExempt] = useState(false);
  const [note, setNote] = useState('');
  const zipPrefixes = zips.split(/[\s,]+/).filter((zip) => zip !== '');
  const request: WeatherRequest = {
    ...(customerNo !== '' && { CustomerNo: customerNo }),
    ...(states.length > 0 && { States: states }),
    ...(zipPrefixes.length > 0 && { ZipPrefixes: zipPrefixes }),
    StartDate: wireDate(from),
    EndDate: wireDate(to),
    ...(exempt.length > 0 && { ExemptServices: exempt as NonNullable<WeatherRequest['ExemptServices']> }),
    IcePackExempt: icePackExempt,
  };
  const isComplete = states.length + zipPrefixes.length > 0 && from !== '' && to !== '';
  const preview = usePreview('/api/Rules/SetWeather', request, isComplete);
  const run = async (): Promise<void> => {
    const done = await call('/api/Rules/SetWeather', {
      ...request,
      ...(note.trim() !== '' && { Description: note.trim() }),
    });
    notify(`The weather window is open: ${appliedEffectInWords(done)}`);
    onClose();
  };
  return (
    <Confirm
      title="New weather window"
      action="Open window"
      size={600}
      isDisabled={!isComplete || !isPreviewReady(preview)}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        Nothing ships to these places on these days. Orders whose ship date is in the window wait, and are released
        after its last day.
      </p>
      <MultiSelect
        label="States"
        data={usStateOptions}
        value={states}
        onChange={setStates}
        placeholder={states.length === 0 ? 'Any number of states' : ''}
        searchable
        hidePickedOptions
        maxDropdownHeight={220}
        data-autofocus
      />
      <TextField
        label="ZIP code areas"
        description="The first three digits of each, with spaces between them."
        placeholder="770 771"
        value={zips}
        onChange={setZips}
      />
      <FieldRow>
        <TextField
          type="date"
          label="First day"
          value={from}
          onChange={setFrom}
          // Not before it is left: a year that is being typed is the year 2, then 20.
          onBlur={() => to === '' && setTo(from)}
        />
        <TextField type="date" label="Last day" min={from} value={to} onChange={setTo} />
      </FieldRow>
      <MultiSelect
        label="Services and carriers that still ship"
        data={exemptOptions(names)}
        value={exempt}
        onChange={setExempt}
        placeholder={exempt.length === 0 ? 'None' : ''}
        searchable
        hidePickedOptions
        maxDropdownHeight={220}
      />
      <Checkbox
        label="Orders with ice packs still ship"
        checked={icePackExempt}
        onChange={(event) => setIcePackExempt(event.currentTarget.checked)}
      />
      <CustomerField value={customerNo} onChange={setCustomerNo} emptyLabel="All wineries" />
      <TextField
        label="Note"
        description="The wineries read it in the description of the hold."
        maxLength={maxHoldTextLength}
        value={note}
        onChange={setNote}
      />
      <RuleEffectPreview
        preview={preview}
        isComplete={isComplete}
        later="Orders that are accepted later are held as well."
        inWork={ordersInWorkText.ship}
      />
    </Confirm>
  );
}

export function CloseWeatherWindowDialog({ window, onClose }: CloseProps & { readonly window: WeatherWindow }) {
  const request = { WindowId: window.WindowId };
  const preview = usePreview('/api/Rules/ClearWeather', request);
  const run = async (): Promise<void> => {
    notify(`The weather window is closed: ${appliedEffectInWords(await call('/api/Rules/ClearWeather', request))}`);
    onClose();
  };
  return (
    <Confirm
      title={`Close the window for ${weatherPlacesInWords(window)}`}
      action="Close window"
      isDisabled={!isPreviewReady(preview)}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        {weatherPeriodInWords(window)}, {wineryOrAllText(window)}. Orders without other holds ship, oldest first. This
        cannot be undone: another window can be opened.
      </p>
      <RuleEffectPreview preview={preview} isComplete />
    </Confirm>
  );
}
