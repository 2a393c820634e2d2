/** The stored value of a choice, and its name. */
export type Option = readonly [value: string, name: string];

type ChoiceProps = {
  name: string;
  label: string;
  value: string;
  options: readonly Option[];
  choose: (value: string) => void;
};

/** One setting with a few values. */
export function Choice({ name, label, value, options, choose }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name} value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
