import { expect, it } from 'vitest'
import { undoesItself } from './double-click.ts'

/** An element that a selector finds when it holds one of these classes, on itself or around it. */
const element = (own: string[], around: string[] = []) => {
  const holds = (classes: string[]) => (selector: string) => classes.some((one) => selector.includes(`.${one}`))
  return { matches: holds(own), closest: (selector: string) => (holds([...own, ...around])(selector) ? {} : null) }
}

it('does not hear the second press of a double click on a mask or on the button of an open question', () => {
  expect(undoesItself(2, element(['ant-drawer-mask']))).toBe(true)
  expect(undoesItself(2, element(['ant-modal-wrap']))).toBe(true)
  expect(undoesItself(2, element(['ant-btn'], ['ant-popover-open']))).toBe(true)
})

it('hears single presses everywhere, and all presses within what is open', () => {
  expect(undoesItself(1, element(['ant-drawer-mask']))).toBe(false)
  expect(undoesItself(0, element(['ant-btn', 'ant-popover-open']))).toBe(false)
  expect(undoesItself(2, element(['ant-btn'], ['ant-modal-wrap']))).toBe(false)
})
