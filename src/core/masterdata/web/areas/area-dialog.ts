/** What may be open over the screen of areas; an area by its id. */
export type AreaDialog =
  | { kind: 'create' }
  | { kind: 'view' | 'edit' | 'revise' | 'close' | 'link'; id: string }
  | { kind: 'unlink'; oldId: string; newId: string; oldName: string; newName: string }

export type OpenAreaDialog = (dialog: AreaDialog) => void
