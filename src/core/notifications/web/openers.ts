import type { ComponentType } from 'react'

/** What opens the record that a notification is about, over the page that the reader is on; by the kind of the record. */
export type Openers = Readonly<Record<string, ComponentType<{ id: string | null; open: boolean; onClose: () => void }>>>
