/** A fault that whoever starts or operates the portal can mend. Its message is shown alone, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
