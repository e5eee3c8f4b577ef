import { Form } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { amountInWords } from '#kernel/amount-in-words.ts'
import { useLanguage } from '../../i18n.ts'

/** The amount in a field in words, below it, once the field takes it; the line is there before there is an amount, so that nothing moves. */
export function AmountInWords({ name, help, schema }: { name: string | (string | number)[]; help?: ReactNode; schema?: z.ZodType }) {
  const language = useLanguage()
  const amount: unknown = Form.useWatch(name)
  return (
    <>
      <span aria-live="polite" className="bt-amount-words">
        {typeof amount === 'string' && (schema === undefined || schema.safeParse(amount).success) && amountInWords(amount, language)}
      </span>
      {help}
    </>
  )
}
