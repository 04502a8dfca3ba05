/**
 * A field for photos in dialogs: taken with the camera or chosen as files, and sent while the person continues. They can be
 * removed until the dialog is submitted.
 */
import { Button, FileButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { newId } from '../api/new-id.ts';
import { uploadPhoto } from '../api/photos.ts';
import { waitForSession } from '../api/session.ts';
import styles from './photos.module.css';
import { type ReducedPhoto, reducePhoto } from './reduce-photo.ts';

/** The most photos of one bottle or count. */
const maxPhotos = 20;
const retryMs = 1_000;
/** No reply, no session, too many calls, overloaded. Any other refusal would be the same the next time. */
const repeatedStatuses: readonly number[] = [0, 401, 429, 503];

/** The photos for a dialog to submit: ids of stored ones, and whether others are still being sent. */
interface PhotoChoice {
  readonly photos: readonly string[];
  readonly isSending: boolean;
}

export const noPhotos: PhotoChoice = { photos: [], isSending: false };

interface PhotoFieldProps {
  readonly customerNo: string;
  readonly warehouse: string;
  readonly onChange: (choice: PhotoChoice) => void;
}

interface TakenPhoto {
  readonly photo: string;
  readonly file: File;
  readonly state: 'sending' | 'sent' | 'refused';
}

/** Photos of one winery at one warehouse. Give it the winery as `key`, so that another winery begins without photos. */
export function PhotoField({ customerNo, warehouse, onChange }: PhotoFieldProps) {
  const [taken, setTaken] = useState<readonly TakenPhoto[]>([]);
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    const photos = taken.filter(({ state }) => state === 'sent').map(({ photo }) => photo);
    change.current({ photos, isSending: taken.some(({ state }) => state === 'sending') });
  }, [taken]);
  const add = (files: readonly File[]): void =>
    setTaken((before) => {
      const added = files.map((file): TakenPhoto => ({ photo: newId(), file, state: 'sending' }));
      return [...before, ...added].slice(0, maxPhotos);
    });
  const isFull = taken.length >= maxPhotos || customerNo === '';
  return (
    <fieldset className={styles.field}>
      <legend>Photos</legend>
      <div className={styles.buttons}>
        <FileButton accept="image/*" capture="environment" onChange={(file) => file && add([file])}>
          {(button) => (
            <Button {...button} variant="default" className={styles.button ?? ''} disabled={isFull}>
              Take photo
            </Button>
          )}
        </FileButton>
        <FileButton accept="image/jpeg,image/png,image/webp" multiple onChange={add}>
          {(button) => (
            <Button {...button} variant="default" className={styles.button ?? ''} disabled={isFull}>
              Choose files
            </Button>
          )}
        </FileButton>
      </div>
      {taken.length >= maxPhotos && <p role="status">{`${maxPhotos} photos are the most. No more are added.`}</p>}
      {taken.length > 0 && (
        <ul className={styles.taken} aria-label="Photos to send">
          {taken.map(({ photo, file }, index) => (
            <SentPhoto
              key={photo}
              customerNo={customerNo}
              warehouse={warehouse}
              photo={photo}
              file={file}
              name={`Photo ${index + 1}`}
              onState={(state) =>
                setTaken((before) => before.map((each) => (each.photo === photo ? { ...each, state } : each)))
              }
              onRemove={() => setTaken((before) => before.filter((each) => each.photo !== photo))}
            />
          ))}
        </ul>
      )}
    </fieldset>
  );
}

interface SentPhotoProps {
  readonly customerNo: string;
  readonly warehouse: string;
  readonly photo: string;
  readonly file: File;
  readonly name: string;
  readonly onState: (state: TakenPhoto['state']) => void;
  readonly onRemove: () => void;
}

/**
 * One photo with its preview and progress. Without a final reply it is sent again under its id, after the next sign-in when the
 * session has ended; another error ends the sending.
 */
function SentPhoto({ customerNo, warehouse, photo, file, name, onState, onRemove }: SentPhotoProps) {
  const [picture, setPicture] = useState<ImageBitmap>();
  const [text, setText] = useState('Reading…');
  const [isRefused, setRefused] = useState(false);
  const report = useRef(onState);
  report.current = onState;
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const send = async (): Promise<void> => {
      const reduced: ReducedPhoto = await reducePhoto(file);
      if (signal.aborted) return;
      setPicture(reduced.picture);
      while (!signal.aborted) {
        try {
          const onProgress = (share: number) => setText(`Sending ${Math.round(share * 100)}%`);
          await uploadPhoto({ customerNo, warehouse, photo, bytes: reduced.bytes, signal, onProgress });
          setText('Sent');
          report.current('sent');
          return;
        } catch (error) {
          if (signal.aborted) return;
          if (
            !(error instanceof ApiError) ||
            !(repeatedStatuses.includes(error.status) || error.code === 'PersonRequired')
          ) {
            setText(error instanceof ApiError ? error.message : 'This file cannot be sent.');
            setRefused(true);
            report.current('refused');
            return;
          }
          setText(`${error.message} It is sent again.`);
          await new Promise((resolve) => setTimeout(resolve, retryMs));
          await waitForSession();
        }
      }
    };
    void send();
    return () => ended.abort();
  }, [customerNo, warehouse, photo, file]);
  return (
    <li>
      <Picture picture={picture} name={name} />
      <span className={styles.state} data-refused={isRefused || undefined} role={isRefused ? 'alert' : 'status'}>
        {text}
      </span>
      <Button variant="default" className={styles.button ?? ''} aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

const previewEdge = 160;

/** The preview, drawn on a canvas, because the page may load pictures from its server only. */
function Picture({ picture, name }: { readonly picture: ImageBitmap | undefined; readonly name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { current } = canvas;
    if (current === null || picture === undefined) return;
    const scale = Math.min(1, previewEdge / Math.max(picture.width, picture.height));
    current.width = Math.max(1, Math.round(picture.width * scale));
    current.height = Math.max(1, Math.round(picture.height * scale));
    current.getContext('2d')?.drawImage(picture, 0, 0, current.width, current.height);
  }, [picture]);
  return (
    <canvas ref={canvas} className={styles.preview} width={previewEdge} height={120} role="img" aria-label={name} />
  );
}
