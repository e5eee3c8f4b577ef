import type { z } from 'zod'
import { FileId, type FileInfo } from '#kernel/files.ts'
import { element } from './schema.ts'

/** Files of a form stand in it as they were uploaded; they are sent by their ids, whatever the field is called. */
export function filesById(shape: Readonly<Record<string, z.ZodType>>, values: Record<string, unknown>): Record<string, unknown> {
  const sent = ([name, value]: [string, unknown]) => {
    const schema = shape[name]
    return [name, schema && element(schema) === FileId && Array.isArray(value) ? (value as (FileInfo | string)[]).map(idOf) : value]
  }
  return Object.fromEntries(Object.entries(values).map(sent))
}

const idOf = (file: FileInfo | string) => (typeof file === 'string' ? file : file.uuid)
