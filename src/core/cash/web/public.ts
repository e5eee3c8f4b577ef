/** The door of cash: parts that screens of sub-systems show. */
export { PrintButton } from './shifts/print-button.tsx'
