import { type Tone, toneOf } from '#kernel/machine.ts'
import { useNames } from '../../i18n.ts'
import '../kit.css'

/** A state in words and colour. `machine` is the machine's name ('payments.transactionStatus'); the colour is the machine's tone. */
export function StatusTag({ machine, value, tone }: { machine: string; value: string; tone?: Tone }) {
  const names = useNames(machine)
  return <span className={`bt-tag bt-tone-${tone ?? toneOf(machine, value)}`}>{names.enumValue(machine, value)}</span>
}
