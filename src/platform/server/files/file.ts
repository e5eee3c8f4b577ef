/** What a file is attached to: ('approvals.request', '17'). */
export interface Subject {
  type: string
  id: string
}

export interface StoredFile {
  id: string
  kind: string
  name: string
  contentType: string
  /** Bytes. */
  size: number
  sha256: Buffer
  ownerUserId: string | null
  subject: Subject | null
  createdAt: Date
}

/** One file as it was sent, whole. */
export interface UploadedFile {
  /** Without folders and characters that mean something to file systems. */
  name: string
  content: Buffer
}

/** A name without folders and without characters that mean something to file systems, at most 255 long, its ending kept. */
export function cleanFileName(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  const clean = last.replace(/[\u0000-\u001f\u007f<>:"|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '_').trim()
  if (clean.length <= 255) return clean || 'file'
  const ending = clean.slice(clean.lastIndexOf('.')).slice(0, 16)
  return clean.slice(0, 255 - ending.length) + ending
}
