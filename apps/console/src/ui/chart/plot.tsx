import { useEffect, useEffectEvent, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import styles from "./plot.module.css";
import { plotData, plotOptions } from "./plot-options.ts";
import type { ChartData, ChartStyle } from "./series.ts";
import { useThemeChange } from "./use-theme-change.ts";

interface PlotProps {
  readonly data: ChartData;
  readonly chartStyle: ChartStyle;
  readonly height: number;
  /** Receives the index of the time at the pointer, or null when it leaves. */
  readonly onIndex: (index: number | null) => void;
}

/** Drawing of a chart. Loaded on demand, because most pages have no chart. */
export default function Plot({ data, chartStyle, height, onIndex }: PlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const theme = useThemeChange();
  // A different number of times or series needs a new drawing; different values do not.
  const shape = data.series.map(({ label, color }) => `${label} ${color}`).join();

  const draw = useEffectEvent((width: number) => {
    const options = plotOptions(element.current!, data, chartStyle, { width, height }, onIndex);
    return new uPlot(options, plotData(data, chartStyle), element.current!);
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
  }, [shape, chartStyle, height, theme]);

  useEffect(() => {
    plot.current!.setData(plotData(data, chartStyle));
  }, [data, chartStyle]);

  return <div ref={element} className={styles.plot} style={{ height }} />;
}
