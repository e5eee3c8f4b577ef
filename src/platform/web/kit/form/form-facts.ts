import { createContext, useContext } from 'react'
import type { z } from 'zod'

export interface FormFacts {
  /** The fields of the command. */
  shape: Readonly<Record<string, z.ZodType>>
  label: (field: string) => string
  /** How it is filled in, where fields.<entity>Hint says so. */
  hint: (field: string) => string | undefined
  fixed: readonly string[]
}

export const FormContext = createContext<FormFacts>({ shape: {}, label: (field) => field, hint: () => undefined, fixed: [] })

/** What a field of the form knows of its command. */
export const useFormFacts = (): FormFacts => useContext(FormContext)
