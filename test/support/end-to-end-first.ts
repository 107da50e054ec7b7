import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isEndToEnd = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/test/e2e/');

/** Begins with the tests that start processes: they take longest and mostly wait, so others fill the gaps. */
export class EndToEndFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isEndToEnd), ...sorted.filter((file) => !isEndToEnd(file))];
  }
}
