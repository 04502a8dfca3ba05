/** Stored photos as thumbnails, which open large on click. */
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { photoPath } from '../api/photos.ts';
import { StrayScanNote } from './confirm.tsx';
import { currentStationKeys } from './keys.ts';
import styles from './photos.module.css';
import { useReturnFocus } from './return-focus.ts';
import { useStrayScanGuard } from './stray-scans.ts';

interface ShownPhoto {
  readonly Photo: string;
  readonly ItemNo: string;
  readonly InventoryStatus: string;
}

const captionOf = ({ ItemNo, InventoryStatus }: ShownPhoto): string =>
  ItemNo === '' ? 'The delivery' : `${ItemNo} ${InventoryStatus}`;

export function PhotoList({
  customerNo,
  photos,
}: {
  readonly customerNo: string;
  readonly photos: readonly ShownPhoto[];
}) {
  const [shown, setShown] = useState<ShownPhoto>();
  if (photos.length === 0) return null;
  return (
    <>
      <ul className={styles.list} aria-label="Photos">
        {photos.map((photo, index) => (
          <li key={photo.Photo}>
            <button
              type="button"
              className={styles.small}
              aria-label={`Photo ${index + 1}: ${captionOf(photo)}`}
              onClick={() => setShown(photo)}
            >
              <img src={photoPath(customerNo, photo.Photo, 'thumbnail')} alt="" loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      {shown && <LargePhoto customerNo={customerNo} photo={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

interface LargePhotoProps {
  readonly customerNo: string;
  readonly photo: ShownPhoto;
  readonly onClose: () => void;
}

function LargePhoto({ customerNo, photo, onClose }: LargePhotoProps) {
  useReturnFocus();
  const [atStation] = useState(currentStationKeys);
  const strayScans = useStrayScanGuard();
  return (
    <Modal
      opened
      onClose={onClose}
      title={captionOf(photo)}
      size="auto"
      centered
      {...(atStation && { onKeyDown: strayScans.onKeyDown })}
    >
      <StrayScanNote count={strayScans.count} />
      <img className={styles.large} src={photoPath(customerNo, photo.Photo, 'full')} alt={captionOf(photo)} />
    </Modal>
  );
}
