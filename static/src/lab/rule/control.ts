export function startRules(): void {}
