import { useEffect, useEffectEvent, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import styles from "./plot.module.css";
import { plotData, plotOptions } from "./plot-options.ts";
import type { ChartData, ChartStyle } from "./series.ts";
import { useThemeChange } from "./use-theme-change.ts";

interface PlotProps {
  readonly data: ChartData;
  readonly look: ChartStyle;
  readonly height: number;
  /** Receives the pointer's index among the times; null when it has left. */
  readonly onIndex: (index: number | null) => void;
}

/** The drawing of a chart. Loaded on demand: most pages have none. */
export default function Plot({ data, look, height, onIndex }: PlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const theme = useThemeChange();
  // Another number of times or series is another drawing; other numbers are not.
  const shape = data.series.map(({ label, color }) => `${label} ${color}`).join();

  const draw = useEffectEvent((width: number) => {
    const options = plotOptions(element.current!, data, look, { width, height }, onIndex);
    return new uPlot(options, plotData(data, look), element.current!);
  });

  useEffect(() => {
    const drawn = draw(element.current!.clientWidth);
    plot.current = drawn;
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry!.contentRect.width);
      if (width > 0 && width !== drawn.width) drawn.setSize({ width, height });
    });
    observer.observe(element.current!);
    return () => {
      observer.disconnect();
      drawn.destroy();
    };
  }, [shape, look, height, theme]);

  useEffect(() => {
    plot.current!.setData(plotData(data, look));
  }, [data, look]);

  return <div ref={element} className={styles.plot} style={{ height }} />;
}
