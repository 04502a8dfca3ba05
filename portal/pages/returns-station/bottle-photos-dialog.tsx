/** Photos of the bottle that was scanned last. */
import { useState } from 'react';
import { Confirm } from '../../design/confirm.tsx';
import { noPhotos, PhotoField } from '../../design/photo-field.tsx';
import { useStrayScanGuard } from '../../design/stray-scans.ts';
import type { StationReturn } from './returns-station.ts';

export function BottlePhotosDialog({
  found: { CustomerNo, Warehouse },
  bottle,
  onAdd,
  onClose,
}: {
  readonly found: StationReturn;
  readonly bottle: string;
  readonly onAdd: (photos: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const [{ photos, isSending }, setPhotos] = useState(noPhotos);
  const strayScans = useStrayScanGuard();
  return (
    <Confirm
      title="Photos of the last bottle"
      strayScans={strayScans}
      action="Add"
      isLarge
      isDisabled={photos.length === 0 || isSending}
      onConfirm={async () => onAdd(photos)}
      onClose={onClose}
    >
      <p>{bottle}</p>
      <PhotoField customerNo={CustomerNo} warehouse={Warehouse} onChange={setPhotos} />
    </Confirm>
  );
}
